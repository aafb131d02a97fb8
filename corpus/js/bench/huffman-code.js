// Huffman coding of a text: frequency counts, tree, code words, encoding and decoding

function Leaf(symbol, weight) {
  this.symbol = symbol;
  this.weight = weight;
}

function Branch(left, right) {
  this.left = left;
  this.right = right;
  this.weight = left.weight + right.weight;
  // smallest symbol below, so that ties are broken the same way everywhere
  this.symbol = left.symbol < right.symbol ? left.symbol : right.symbol;
}

function lighter(a, b) {
  if (a.weight !== b.weight) return a.weight - b.weight;
  return a.symbol < b.symbol ? -1 : a.symbol > b.symbol ? 1 : 0;
}

function countSymbols(text) {
  var counts = {};
  for (var i = 0; i < text.length; i++) {
    var c = text.charAt(i);
    counts[c] = (counts[c] || 0) + 1;
  }
  return counts;
}

function buildTree(counts) {
  var nodes = [];
  for (var symbol in counts) nodes.push(new Leaf(symbol, counts[symbol]));

  while (nodes.length > 1) {
    nodes.sort(lighter);
    var first = nodes.shift(), second = nodes.shift();
    nodes.push(new Branch(first, second));
  }
  return nodes[0];
}

function assignCodes(node, prefix, codes) {
  if (node instanceof Leaf) {
    codes[node.symbol] = prefix || "0";
    return codes;
  }
  assignCodes(node.left, prefix + "0", codes);
  assignCodes(node.right, prefix + "1", codes);
  return codes;
}

function encode(text, codes) {
  return text.split("").map(function (c) { return codes[c]; }).join("");
}

function decode(bits, tree) {
  var out = "", node = tree;
  for (var i = 0; i < bits.length; i++) {
    node = bits.charAt(i) === "0" ? node.left : node.right;
    if (node instanceof Leaf) {
      out += node.symbol;
      node = tree;
    }
  }
  return out;
}

var TEXT = "a sentence of ordinary letters, eleven e's; " +
           "some rare ones too: quartz, jigsaw, vex";

var counts = countSymbols(TEXT);
var tree = buildTree(counts);
var codes = assignCodes(tree, "", {});
var bits = encode(TEXT, codes);

var symbols = Object.keys(codes).sort();
console.log(symbols.length + " symbols");
console.log("codes " + symbols.slice(0, 8).map(function (s) {
  return "'" + s + "'=" + codes[s];
}).join(" "));
console.log(TEXT.length * 8 + " bits become " + bits.length);
console.log("round trip " + (decode(bits, tree) === TEXT));

// Kraft sum of a full binary code is exactly one.
var kraft = 0;
symbols.forEach(function (s) { kraft += Math.pow(2, -codes[s].length); });
console.log("kraft sum " + kraft);
