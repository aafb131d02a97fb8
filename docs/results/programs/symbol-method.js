const o = {
  [Symbol.toPrimitive]() {
    return 1;
  },
};
+o;
