// parallax conform 1: throws object
class Mine extends Error {}
throw new Mine();
