// The program of `parallax bench`: small functions called in loops, so that twenty steps and
// resumes in any mixture never reach its end.
"use strict";

const weights = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3];
let rounds = 0;

class Account {
  #balance = 0;

  deposit(amount) {
    const before = this.#balance;
    this.#balance = before + amount;
    return this.#balance;
  }

  get balance() {
    return this.#balance;
  }
}

function weigh(values, factor) {
  let sum = 0;
  for (let i = 0; i < values.length; i++) {
    const term = values[i] * factor;
    sum += term;
  }
  return sum;
}

function fibonacci(n) {
  if (n < 2) {
    return n;
  }
  return fibonacci(n - 1) + fibonacci(n - 2);
}

function greet(name, greeting = "hello") {
  const text = `${greeting}, ${name}`;
  return text.toUpperCase();
}

function work(limit) {
  const account = new Account();
  const names = ["ada", "grace", "barbara"];
  for (let round = 0; round < limit; round++) {
    const weight = weigh(weights, round);
    account.deposit(weight);
    const name = names[round % names.length];
    const greeting = greet(name);
    const number = fibonacci(round % 7);
    rounds = round + number;
    if (greeting.length > 100) {
      break;
    }
  }
  return account.balance;
}

const result = work(500);
console.log(result, rounds);
