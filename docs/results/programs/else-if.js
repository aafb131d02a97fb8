let n = 2;
if (n == 1) console.log("one");
else if (n == 3) console.log("three");
