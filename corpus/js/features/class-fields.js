// Public and private instance fields, initialised in order, before the constructor body
const log = [];
const note = (label, value) => (log.push(label), value);

class Account {
  owner = note("owner", "nobody");
  #balance = note("balance", 0);
  history = [];
  ["computed" + "Name"] = 7;
  describe = () => `${this.owner} has ${this.#balance}`;
  empty;

  constructor(owner) {
    note("constructor");
    this.owner = owner;
  }

  deposit(amount) {
    this.#balance += amount;
    this.history.push(amount);
    return this;
  }

  get balance() {
    return this.#balance;
  }
}

class Savings extends Account {
  rate = note("rate", 5);
  ceiling = this.balance + 1000;
  #interest = 0;

  addInterest() {
    this.#interest += this.balance * this.rate / 100;
    return this.deposit(this.#interest);
  }
}

const account = new Savings("Ines").deposit(100).deposit(50);
const { describe } = account;
console.log(log.join(" > "));
console.log(describe());
console.log(account.addInterest().balance + " ceiling " + account.ceiling);
console.log(Object.keys(account).join(","));
console.log(("empty" in account) + " " + account.computedName);
