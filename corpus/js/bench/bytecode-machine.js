// A stack machine with calls and jumps, an assembler for it, and three assembled programs

const OPCODES = ["push", "add", "sub", "mul", "mod", "dup", "swap", "over", "pop", "jump", "jumpz", "call", "ret", "load", "store", "print", "halt"];
const CODE = Object.fromEntries(OPCODES.map((name, i) => [name, i]));
const WITH_OPERAND = new Set(["push", "jump", "jumpz", "call", "load", "store"]);

function assemble(source) {
  const labels = new Map();
  const words = [];
  const fixups = [];

  for (const raw of source.split("\n")) {
    const line = raw.replace(/;.*/, "").trim();
    if (line === "") continue;

    const label = /^(\w+):$/.exec(line);
    if (label) { labels.set(label[1], words.length); continue; }

    const [name, operand] = line.split(/\s+/);
    if (!(name in CODE)) throw new SyntaxError("no such instruction: " + name);
    words.push(CODE[name]);
    if (!WITH_OPERAND.has(name)) continue;
    if (/^-?\d+$/.test(operand)) words.push(Number(operand));
    else { fixups.push([words.length, operand]); words.push(0); }
  }

  for (const [at, name] of fixups) {
    if (!labels.has(name)) throw new ReferenceError("no such label: " + name);
    words[at] = labels.get(name);
  }
  return Int32Array.from(words);
}

function execute(program) {
  const stack = [], calls = [], memory = new Int32Array(8), output = [];
  let pc = 0, ticks = 0;
  const pop = () => stack.pop();

  loop:
  for (;;) {
    ticks++;
    switch (program[pc++]) {
      case CODE.push: stack.push(program[pc++]); break;
      case CODE.add: stack.push(pop() + pop()); break;
      case CODE.sub: { const b = pop(); stack.push(pop() - b); break; }
      case CODE.mul: stack.push(Math.imul(pop(), pop())); break;
      case CODE.mod: { const b = pop(), a = pop(); stack.push(a % b); break; }
      case CODE.dup: stack.push(stack.at(-1)); break;
      case CODE.swap: {
        const b = pop(), a = pop();
        stack.push(b, a);
        break;
      }
      case CODE.over: stack.push(stack.at(-2)); break;
      case CODE.pop: pop(); break;
      case CODE.jump: pc = program[pc]; break;
      case CODE.jumpz:
        if (pop() === 0) pc = program[pc];
        else pc++;
        break;
      case CODE.call: calls.push(pc + 1); pc = program[pc]; break;
      case CODE.ret: pc = calls.pop(); break;
      case CODE.load: stack.push(memory[program[pc++]]); break;
      case CODE.store: memory[program[pc++]] = pop(); break;
      case CODE.print: output.push(pop()); break;
      case CODE.halt: break loop;
      default: throw new RangeError("bad word at " + (pc - 1));
    }
  }
  return { output, ticks, depth: stack.length };
}

const sources = {
  countdown: `
      push 5
    again:
      dup
      print
      push 1
      sub
      dup
      jumpz end
      jump again
    end:
      halt`,

  factorial: `
      push 6
      call fact
      print
      halt
    fact:              ; ( n -- n! )
      dup
      jumpz base
      dup
      push 1
      sub
      call fact
      mul
      ret
    base:
      pop
      push 1
      ret`,

  euclid: `
      push 252
      push 105
    loop:              ; ( a b -- b a%b )
      dup
      jumpz done
      swap
      over
      mod
      jump loop
    done:
      pop
      store 0
      load 0
      print
      halt`,
};

for (const name of Object.keys(sources)) {
  const program = assemble(sources[name]);
  const { output, ticks, depth } = execute(program);
  console.log(`${name}: ${program.length} words, ${ticks} ticks, depth ${depth}, output ${output.join(" ")}`);
}

for (const [bad, kind] of [["frob", SyntaxError], ["jump nowhere", ReferenceError]]) {
  try {
    assemble(bad);
  } catch (error) {
    console.log(`${bad}: ${error instanceof kind ? "refused" : "odd"}`);
  }
}
try { execute(Int32Array.of(99)); } catch (e) { console.log("bad word: " + (e instanceof RangeError)); }
