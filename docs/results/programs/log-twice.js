let n = 0;
n = n + 1;
console.log([n].join());
