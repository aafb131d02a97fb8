console.log("one");
console.log("two");
console.log("three");
console.log("four");
console.log("five");
console.log("six");
