// Minus zero and not-a-number: equal or not, depending on who asks
var zero = -0, nan = 0 / 0;
console.log("equal " + (zero === 0) + ", same " + Object.is(zero, 0) + ", inverse " + 1 / zero);
console.log("text " + String(zero) + " " + `${[zero]}` + " " + JSON.stringify({ zero, nan }));
console.log("nan " + (nan === nan) + " " + [nan].indexOf(nan) + " " + [nan].includes(nan));
console.log(Math.max(-0, 0) / zero + " " + Math.round(-0.4) / 1 + " " + (zero + 0) + " " + (5 % -5, -5 % 5));
var minus = 0; minus = -minus; minus *= 1;
console.log(Object.is(minus, -0) ? "still minus" : "plus");
