for (let i = 0; i < 2; i++) {
  const got = i * 10;
  console.log(got);
}
