function grade(score) {
  return score >= 90 ? "high"
    : score >= 50
      ? score % 2
        ? "odd pass" : "even pass"
    : score >= 0 ? "low"
    : "none";
}
console.log([95, 61, 60, 0,
  -1, NaN
].map(grade)
 .join("; "));
