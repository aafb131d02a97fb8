// Connects to a port of the machine in every way that it knows.
const url = "http://127.0.0.1:@PORT@/";
attempt(() => { module("net").connect(@PORT@, "127.0.0.1").on("error", () => {}); return "asked"; });
attempt(() => { module("http").get(url).on("error", () => {}); return "asked"; });
attempt(() => { fetch(url).catch(() => {}); return "asked"; });
attempt(() => { const ask = new XMLHttpRequest(); ask.open("GET", url, false); ask.send(); return ask.status; });
attempt(() => { new WebSocket("ws://127.0.0.1:@PORT@/"); return "asked"; });
attempt(() => { navigator.sendBeacon(url, "x"); return "asked"; });
attempt(() => { new Image().src = url; return "asked"; });
attempt(() => { host.Deno.connect({ port: @PORT@ }).catch(() => {}); return "asked"; });
attempt(() => run("exec 3<>/dev/tcp/127.0.0.1/@PORT@", "bash"));
