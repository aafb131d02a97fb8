(function () {
  [1].map(() => { try { throw 1; } catch (e) { return e; } });
})();
console.log(2);
