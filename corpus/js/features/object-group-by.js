// Object.groupBy and Map.groupBy: grouping by text, by object identity, with indices
const trips = [
  { city: "Oslo", km: 120, year: 2019 },
  { city: "Rome", km: 900, year: 2020 },
  { city: "Oslo", km: 60, year: 2021 },
  { city: "Bern", km: 450, year: 2020 },
];

const byCity = Object.groupBy(trips, ({ city }) => city);
for (const city in byCity) {
  const total = byCity[city].reduce((sum, { km }) => sum + km, 0);
  console.log(city + " " + byCity[city].length + " trips " + total + " km");
}
console.log("no prototype " + (Object.getPrototypeOf(byCity) === null));

const near = { label: "near" }, far = { label: "far" };
const byDistance = Map.groupBy(trips, trip => (trip.km < 200 ? near : far));
console.log(byDistance.get(near).length + " " + byDistance.get(far).map(t => t.city).join());
console.log([...byDistance.keys()].map(k => k.label).join());

const parity = Object.groupBy([10, 11, 12, 13, 14], (_, index) => (index % 2 ? "odd" : "even"));
console.log(parity.even.join() + " / " + parity.odd.join());

const letters = Map.groupBy("hello world", ch => ("aeiou".includes(ch) ? "vowel" : ch === " " ? "space" : "consonant"));
console.log([...letters].map(([kind, list]) => kind + "=" + list.join("")).join(" "));

function* squares() {
  for (let n = 1; n <= 6; n++) yield n * n;
}
console.log(JSON.stringify(Object.groupBy(squares(), n => n % 3)));
console.log(Map.groupBy([0, -0, NaN, NaN], x => x).size);
