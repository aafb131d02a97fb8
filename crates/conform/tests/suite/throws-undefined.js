// parallax conform 1: throws undefined
throw undefined;
