// parallax conform 1: throws SyntaxError
let undefined;
