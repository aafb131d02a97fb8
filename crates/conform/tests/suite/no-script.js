// parallax conform 1: is no script
let let;
