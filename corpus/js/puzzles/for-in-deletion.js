// for-in over an array whose elements are deleted on the way, and over inherited keys
var list = ["a", "b", "c", "d"], seen = [];
list.extra = "e";
for (var key in list) {
  seen.push(typeof key === "string" ? key : "odd");
  if (key === "0") delete list[2];
}
console.log(seen.join() + " last " + key);
for (var k in Object.create({ far: 1 }, { near: { enumerable: true }, hid: { value: 2 } })) console.log(k);
for (k in "hi") ; for (k in null) k = "never";
console.log(k);
