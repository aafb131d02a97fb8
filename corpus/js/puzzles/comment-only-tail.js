var total = 0;
[1, 2, 3].forEach(function (n) {
  // nothing on this line

  total += n;

  /* nor
     on these */
});

console.log(total);

// the last lines hold no code
// (a breakpoint here has nowhere to go)

