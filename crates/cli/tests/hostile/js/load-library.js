// Loads native code.
const library = "/lib/x86_64-linux-gnu/libc.so.6";
attempt(() => host.process.dlopen({ exports: {} }, library));
attempt(() => typeof host.Bun.dlopen);
attempt(() => host.Deno.dlopen(library, { getpid: { parameters: [], result: "i32" } }).symbols.getpid());
