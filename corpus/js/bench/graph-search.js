// Breadth-first search, depth-first topological order, Dijkstra and components on small graphs

const edges = [
  ["ash", "birch", 4], ["ash", "cedar", 2], ["birch", "dogwood", 5],
  ["cedar", "birch", 1], ["cedar", "dogwood", 8], ["cedar", "elm", 10],
  ["dogwood", "elm", 2], ["dogwood", "fir", 6], ["elm", "fir", 3],
  ["gum", "hazel", 1],
];

class Graph {
  constructor(list, { directed = true } = {}) {
    this.next = new Map();
    for (const [from, to, cost] of list) {
      this.#link(from, to, cost);
      if (directed) this.#touch(to);
      else this.#link(to, from, cost);
    }
  }

  #touch(node) {
    if (!this.next.has(node)) this.next.set(node, []);
    return this.next.get(node);
  }

  #link(from, to, cost) {
    this.#touch(from).push({ to, cost });
  }

  get nodes() {
    return [...this.next.keys()];
  }
}

function hops(graph, start) {
  const distance = new Map([[start, 0]]);
  const queue = [start];
  for (const node of queue) {          // the queue grows while we walk it
    for (const { to } of graph.next.get(node)) {
      if (distance.has(to)) continue;
      distance.set(to, distance.get(node) + 1);
      queue.push(to);
    }
  }
  return distance;
}

function cheapest(graph, start) {
  const cost = new Map(graph.nodes.map(n => [n, Infinity]));
  const previous = new Map();
  const open = new Set(graph.nodes);
  cost.set(start, 0);

  while (open.size > 0) {
    let nearest = null;
    for (const node of open) {
      if (nearest === null || cost.get(node) < cost.get(nearest)) nearest = node;
    }
    open.delete(nearest);
    if (cost.get(nearest) === Infinity) break;

    for (const { to, cost: step } of graph.next.get(nearest)) {
      const candidate = cost.get(nearest) + step;
      if (candidate < cost.get(to)) {
        cost.set(to, candidate);
        previous.set(to, nearest);
      }
    }
  }
  return { cost, previous };
}

function pathTo(previous, node) {
  const path = [];
  for (let at = node; at !== undefined; at = previous.get(at)) path.unshift(at);
  return path;
}

function topological(graph) {
  const done = new Set();
  const order = [];
  const visit = node => {
    if (done.has(node)) return;
    done.add(node);
    graph.next.get(node).forEach(({ to }) => visit(to));
    order.unshift(node);
  };
  graph.nodes.forEach(visit);
  return order;
}

function components(graph) {
  const seen = new Set();
  const groups = [];
  for (const node of graph.nodes) {
    if (seen.has(node)) continue;
    const group = [...hops(graph, node).keys()];
    group.forEach(n => seen.add(n));
    groups.push(group.sort());
  }
  return groups;
}

const graph = new Graph(edges);
const both = new Graph(edges, { directed: false });

console.log("hops " + [...hops(graph, "ash")].map(([n, d]) => n + "=" + d).join(" "));

const { cost, previous } = cheapest(graph, "ash");
console.log("cost to fir " + cost.get("fir"));
console.log("path " + pathTo(previous, "fir").join(" > "));
console.log("gum reachable " + Number.isFinite(cost.get("gum")));

const order = topological(graph);
const respected = edges.every(([a, b]) => order.indexOf(a) < order.indexOf(b));
console.log("topological " + order.join(" ") + " valid " + respected);

for (const group of components(both)) console.log("component " + group.join(","));
