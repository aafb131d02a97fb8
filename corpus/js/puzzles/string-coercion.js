// Objects turned into primitives: which conversion is asked, and in which order
const log = [];
const thing = {
  toString() { log.push("s"); return "7"; },
  valueOf() { log.push("v"); return 42; },
};
const results = [thing + 1, `${thing}`, thing * 2, thing + "", [thing] + "", thing > 41, thing == "42"];
console.log(results.join(" "));
console.log(log.join(""));
console.log([] + {} + [null, undefined] + true + -"3" + +"" + +[] + +[[5]]);
console.log("10" - 1 + "1" + (null + 1) + ("b" + "a" + +"a" + "a"));
