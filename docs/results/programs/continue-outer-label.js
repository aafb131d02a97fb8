a: b: for (let i = 0; i < 2; i++) {
  continue a;
}
