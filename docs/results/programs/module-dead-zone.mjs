export const base = 0;
console.log(base);
