// parallax conform 1: ends normally
(function again() { Promise.resolve().then(again); })();
