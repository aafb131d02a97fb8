// Matrix product, transpose, determinant, inverse and powers with a small prototype class

function Matrix(rows) {
  this.rows = rows;
  this.height = rows.length;
  this.width = rows[0].length;
}

Matrix.identity = function (n) {
  var rows = [];
  for (var i = 0; i < n; i++) {
    rows[i] = [];
    for (var j = 0; j < n; j++) rows[i][j] = i === j ? 1 : 0;
  }
  return new Matrix(rows);
};

Matrix.prototype = {
  constructor: Matrix,

  times: function (other) {
    if (this.width !== other.height) throw new TypeError("shapes do not fit");
    var out = [];
    for (var i = 0; i < this.height; i++) {
      out[i] = [];
      for (var j = 0; j < other.width; j++) {
        var sum = 0;
        for (var k = 0; k < this.width; k++)
          sum += this.rows[i][k] * other.rows[k][j];
        out[i][j] = sum;
      }
    }
    return new Matrix(out);
  },

  transpose: function () {
    var self = this;
    return new Matrix(this.rows[0].map(function (_, j) {
      return self.rows.map(function (row) { return row[j]; });
    }));
  },

  // Laplace expansion along the first row.
  determinant: function () {
    var r = this.rows;
    if (this.height === 1) return r[0][0];
    if (this.height === 2) return r[0][0] * r[1][1] - r[0][1] * r[1][0];
    var sum = 0;
    for (var j = 0, sign = 1; j < this.width; j++, sign = -sign)
      sum += sign * r[0][j] * this.minor(0, j).determinant();
    return sum;
  },

  minor: function (skipRow, skipColumn) {
    return new Matrix(
      this.rows
        .filter(function (_, i) { return i !== skipRow; })
        .map(function (row) {
          return row.filter(function (_, j) { return j !== skipColumn; });
        })
    );
  },

  inverse: function () {
    var d = this.determinant(), n = this.height, out = [];
    if (d === 0) return null;
    for (var i = 0; i < n; i++) {
      out[i] = [];
      for (var j = 0; j < n; j++)
        out[i][j] = ((i + j) % 2 ? -1 : 1) * this.minor(j, i).determinant() / d + 0;
    }
    return new Matrix(out);
  },

  power: function (n) {
    var result = Matrix.identity(this.height), base = this;
    for (; n > 0; n >>= 1) {
      if (n & 1) result = result.times(base);
      base = base.times(base);
    }
    return result;
  },

  toString: function () {
    return this.rows.map(function (row) { return row.join(" "); }).join(" | ");
  }
};

var a = new Matrix([
  [2, 0, 1],
  [1, 3, 2],
  [1, 1, 2]
]);
var b = new Matrix([[1, 2], [3, 4], [5, 6]]);

console.log("a b = " + a.times(b));
console.log("b' = " + b.transpose());
console.log("det a = " + a.determinant());
console.log("inverse = " + a.inverse());
console.log("a inverse = " + a.times(a.inverse()));

var fibonacci = new Matrix([[1, 1], [1, 0]]);
console.log("fibonacci 40 = " + fibonacci.power(40).rows[0][1]);

console.log("singular: " + new Matrix([[1, 2, 3], [4, 5, 6], [7, 8, 9]]).inverse());

try { b.times(a); console.log("no complaint"); }
catch (e) { console.log("complaint: " + (e instanceof TypeError)); }

var big = new Matrix([
  [4, 1, 0, 2, 1], [1, 5, 2, 0, 0], [0, 2, 6, 1, 3],
  [2, 0, 1, 7, 1], [1, 0, 3, 1, 8]
]);
console.log("det 5x5 = " + big.determinant() + ", transposed " + big.transpose().determinant());
