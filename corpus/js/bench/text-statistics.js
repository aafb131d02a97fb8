// Word counts, letter frequencies, Caesar and Vigenere ciphers, palindromes and wrapping

const TEXT = `
  At noon the ferry left the pier, and the pilot kept an eye on the radar
  and on the level of the river. The deed was done, the stats were in the
  book, and the crew asked again: was it a car or a cat I saw on the pier?
`;

const words = TEXT.toLowerCase().match(/[a-z]+/g);

const tally = items => {
  const counts = new Map();
  for (const item of items) counts.set(item, (counts.get(item) || 0) + 1);
  return counts;
};

const ranked = counts =>
  [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));

console.log(`${words.length} words, ${new Set(words).size} different`);
console.log("top " + ranked(tally(words)).slice(0, 5).map(([w, n]) => `${w}:${n}`).join(" "));
console.log("letters " + ranked(tally(words.join(""))).slice(0, 6).map(([l]) => l).join(""));

const isPalindrome = s => {
  const clean = s.replace(/[^a-z]/gi, "").toLowerCase();
  for (let i = 0, j = clean.length - 1; i < j; i++, j--) {
    if (clean[i] !== clean[j]) return false;
  }
  return clean.length > 2;
};
console.log("palindromes " + [...new Set(words)].filter(isPalindrome).join(" "));
console.log("sentence " + isPalindrome("Was it a car or a cat I saw?"));

function shiftLetter(ch, by) {
  const code = ch.charCodeAt(0);
  const base = code >= 97 && code <= 122 ? 97 : code >= 65 && code <= 90 ? 65 : 0;
  if (!base) return ch;
  return String.fromCharCode((code - base + by + 26) % 26 + base);
}
const caesar = (s, by) => Array.from(s, ch => shiftLetter(ch, by)).join("");
const vigenere = (s, key, direction = 1) => {
  let k = 0;
  return s.replace(/[a-z]/gi, ch =>
    shiftLetter(ch, direction * (key.charCodeAt(k++ % key.length) - 97)));
};

const secret = vigenere("Meet at the west door", "river");
console.log(caesar("Hello, Zoo", 13) + " / " + caesar(caesar("Hello, Zoo", 13), 13));
console.log(secret + " / " + vigenere(secret, "river", -1));

function wrap(list, width) {
  const lines = [];
  let line = "";
  for (const word of list) {
    if (line && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line ? line + " " + word : word;
    }
  }
  if (line) lines.push(line);
  return lines;
}

function justify(line, width) {
  const parts = line.split(" ");
  let missing = width - line.length;
  for (let i = 0; missing > 0 && parts.length > 1; i = (i + 1) % (parts.length - 1)) {
    parts[i] += " ";
    missing--;
  }
  return parts.join(" ");
}

const WIDTH = 36;
const lines = wrap(words, WIDTH);
lines.forEach((line, i) => console.log("|" + (i < lines.length - 1 ? justify(line, WIDTH) : line.padEnd(WIDTH)) + "|"));
