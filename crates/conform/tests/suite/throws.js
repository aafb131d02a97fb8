// parallax conform 1: throws TypeError
null.x;
