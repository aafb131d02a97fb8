// In which order the parts of an expression are evaluated
var log = "", t = (name, value) => { log += name; return value; };
var o = { p: { q: 1 } }, i = 0, list = [0, 0, 0];
t("a", o)[t("b", "p")][t("c", "q")] += t("d", 2) * t("e", 3) ** t("f", 2);
list[i++] = list[i] = i = 2;
var x = 1; x += (x = 5, 10); var y = i++ + i++ * ++i;
console.log(log + " " + o.p.q + " " + list.join("") + " " + x + " " + y + " " + i);
t("g", null) ?? t("h", 1) ?? t("i", 2); t("j", 0) && t("k", 1) || t("l", 1);
try { t("m", undefined)[t("n", "key")](t("o")); } catch (e) { log += "!"; }
console.log(log);
