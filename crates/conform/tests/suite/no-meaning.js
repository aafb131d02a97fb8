// parallax conform 1: has no meaning
var x = 1;
x++;
