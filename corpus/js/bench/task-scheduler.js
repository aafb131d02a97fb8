// A cooperative task scheduler with packets and priorities, in prototype style

var READY = 0, WAITING = 1, DONE = 2;

function Packet(kind, load) {
  this.kind = kind;
  this.load = load;
}

function Task(name, priority) {
  this.name = name;
  this.priority = priority;
  this.state = READY;
  this.inbox = [];
  this.turns = 0;
}
Task.prototype.receive = function (packet) {
  this.inbox.push(packet);
  if (this.state === WAITING) this.state = READY;
};
Task.prototype.run = function () { this.state = DONE; };

/* Sends numbered packets to the labourer. */
function Producer(name, priority, target, count) {
  Task.call(this, name, priority);
  this.target = target;
  this.left = count;
}
Producer.prototype = Object.create(Task.prototype);
Producer.prototype.constructor = Producer;
Producer.prototype.run = function (kernel) {
  if (this.left === 0) {
    kernel.send(this.target, new Packet("stop", 0));
    this.state = DONE;
    return;
  }
  kernel.send(this.target, new Packet("work", this.left * 3 % 7));
  this.left--;
};

/* Chews on each packet for as many turns as its load says. */
function Labourer(name, priority, target) {
  Task.call(this, name, priority);
  this.target = target;
  this.busy = 0;
  this.stopping = 0;
}
Labourer.prototype = Object.create(Task.prototype);
Labourer.prototype.constructor = Labourer;
Labourer.prototype.run = function (kernel) {
  if (this.busy > 0) {
    if (--this.busy === 0) kernel.send(this.target, new Packet("result", this.turns));
    return;
  }
  var packet = this.inbox.shift();
  if (!packet) {
    if (this.stopping >= 2) {
      kernel.send(this.target, new Packet("stop", 0)); this.state = DONE;
    } else this.state = WAITING;
    return;
  }
  switch (packet.kind) {
    case "work": this.busy = packet.load + 1; break;
    case "stop": this.stopping++; break;
  }
};

function Collector(name, priority) {
  Task.call(this, name, priority);
  this.results = [];
}
Collector.prototype = Object.create(Task.prototype);
Collector.prototype.constructor = Collector;
Collector.prototype.run = function () {
  while (this.inbox.length) {
    var packet = this.inbox.shift();
    if (packet.kind === "stop") { this.state = DONE; return; }
    this.results.push(packet.load);
  }
  this.state = WAITING;
};

function Kernel() { this.tasks = []; this.trace = ""; this.sent = 0; }
Kernel.prototype.add = function (task) { this.tasks.push(task); return this; };
Kernel.prototype.send = function (name, packet) {
  for (var i = 0; i < this.tasks.length; i++)
    if (this.tasks[i].name === name) {
      this.tasks[i].receive(packet);
      this.sent++;
      return;
    }
  throw new Error("nobody is called " + name);
};
Kernel.prototype.pick = function () {
  var best = null;
  this.tasks.forEach(function (task) {
    if (task.state !== READY) return;
    // those who ran less go first, then those of higher priority
    if (best === null
        || task.turns - task.priority < best.turns - best.priority) best = task;
  });
  return best;
};
Kernel.prototype.loop = function () {
  var task;
  while ((task = this.pick())) {
    task.turns++;
    this.trace += task.name.charAt(0);
    task.run(this);
  }
};

var collector = new Collector("collector", 0);
var kernel = new Kernel()
  .add(new Producer("alpha", 3, "labourer", 5))
  .add(new Producer("beta", 1, "labourer", 4))
  .add(new Labourer("labourer", 2, "collector"))
  .add(collector);

kernel.loop();

console.log("trace " + kernel.trace);
console.log("sent " + kernel.sent);
console.log("results " + collector.results.join(" "));
console.log("turns " + kernel.tasks.map(function (t) { return t.name + "=" + t.turns; }).join(" "));
console.log("all done " + kernel.tasks.every(function (t) { return t.state === DONE; }));
