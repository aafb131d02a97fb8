// parallax conform 1: throws SyntaxError at its declarations
let undefined;
