const o = {
  valueOf() {
    return 1;
  },
  toString() {
    return "x";
  },
};
[+o, `${o}`];
console.log(2);
