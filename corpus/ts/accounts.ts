// Shadowed names, closures, assertions and a switch over a union.
type Event = { kind: "deposit" | "withdraw"; amount: number };

function account(balance: number) {
  const history: Event[] = [];
  return {
    apply(event: Event): number {
      switch (event.kind) {
        case "deposit":
          balance += event.amount;
          break;
        default:
          if (event.amount > balance) {
            throw new RangeError("overdrawn" satisfies string);
          }
          balance -= event.amount;
      }
      history.push(event);
      return balance;
    },
    count: (): number => history.length,
  };
}

const balance = account(10);
const events = [
  { kind: "deposit", amount: 5 },
  { kind: "withdraw", amount: 12 },
  { kind: "withdraw", amount: 9 },
] as Event[];
for (const event of events) {
  try {
    const left: number = balance.apply(event);
    console.log(event.kind, left);
  } catch (error: unknown) {
    console.log((error as Error).message);
  }
}
console.log(balance.count());
