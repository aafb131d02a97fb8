// Getters that change what they read: looking at an object alters it
var looks = 0;
var sneaky = {
  get value() { looks += 1; return looks; },
  get once() { delete this.once; return this.once = "plain now"; }
};

console.log(sneaky.value + sneaky.value * 10);
console.log("equal to itself: " + (sneaky.value === sneaky.value));
console.log(("get" in Object.getOwnPropertyDescriptor(sneaky, "once")) + " " + sneaky.once);
console.log(("get" in Object.getOwnPropertyDescriptor(sneaky, "once")) + " " + looks);
