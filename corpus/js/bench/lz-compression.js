// LZ77-like and LZ78-like compression of strings, both checked by a round trip

const WINDOW = 64;
const LONGEST = 15;

function longestMatch(text, at) {
  let best = { back: 0, length: 0 };
  const from = Math.max(0, at - WINDOW);
  for (let start = at - 1; start >= from; start--) {
    let length = 0;
    while (
      length < LONGEST &&
      at + length < text.length &&
      text[start + length] === text[at + length]
    ) length++;
    if (length > best.length) best = { back: at - start, length };
  }
  return best;
}

function squeeze(text) {
  const out = [];
  let at = 0;
  while (at < text.length) {
    const { back, length } = longestMatch(text, at);
    if (length >= 3) {
      out.push([back, length]);
      at += length;
    } else {
      out.push(text[at++]);
    }
  }
  return out;
}

function expand(tokens) {
  let text = "";
  for (const token of tokens) {
    if (typeof token === "string") { text += token; continue; }
    const [back, length] = token;
    for (let i = 0; i < length; i++) text += text[text.length - back];
  }
  return text;
}

/** Grows a dictionary of phrases; emits pairs of phrase number and next letter. */
function phrases(text) {
  const book = new Map([["", 0]]);
  const out = [];
  let current = "";
  for (const ch of text) {
    if (book.has(current + ch)) { current += ch; continue; }
    out.push([book.get(current), ch]);
    book.set(current + ch, book.size);
    current = "";
  }
  if (current !== "") out.push([book.get(current), ""]);
  return out;
}

function unphrase(pairs) {
  const book = [""];
  return pairs.map(([number, ch]) => {
    const phrase = book[number] + ch;
    book.push(phrase);
    return phrase;
  }).join("");
}

const samples = {
  repeated: "tick tock ".repeat(12),
  runs: "a".repeat(40) + "b".repeat(25) + "a".repeat(10),
  verse: "over the hill and over the bridge, over the stile and over the ridge, " +
         "round the mill and round the mound, over and under and over the ground",
  distinct: "the quick_BROWN-fx",
  empty: "",
};

for (const name in samples) {
  const text = samples[name];
  const tokens = squeeze(text);
  const pairs = phrases(text);
  const copies = tokens.filter(Array.isArray).length;
  console.log(
    `${name}: ${text.length} chars, ${tokens.length} tokens (${copies} copies), ` +
    `${pairs.length} phrases, ` +
    `${expand(tokens) === text && unphrase(pairs) === text ? "intact" : "BROKEN"}`
  );
}
