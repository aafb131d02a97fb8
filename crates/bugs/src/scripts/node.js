// --- Node, over its WebSocket

async function launch() {
  //? script
  writeFileSync(join(folder, 'idle.js'), 'setTimeout(() => process.stderr.write("ready"), 1); setInterval(() => {}, 1e6);');
  //.
  //? module
  writeFileSync(join(folder, 'idle.js'), 'globalThis.load = (url) => import(url); setTimeout(() => process.stderr.write("ready"), 1); setInterval(() => {}, 1e6);');
  //.
  const node = start(tool, ARGUMENTS, { stdio: ['ignore', 'ignore', 'pipe'] });
  const address = await new Promise((resolve, reject) => {
    let said = '';
    node.stderr.setEncoding('utf8').on('data', (text) => {
      said += text;
      const found = /ws:\/\/\S+/.exec(said);
      if (found && said.includes('ready')) resolve(found[0]); // Deno ends if it is asked before its timers run
    });
    node.on('exit', () => reject(new Error(`it does not start: ${said}`)));
  });
  if (!globalThis.WebSocket) throw new Error('this script needs Node 22 or later');
  const socket = new WebSocket(address);
  const connection = client((text) => socket.send(text));
  socket.addEventListener('message', ({ data }) => connection.receive(data));
  socket.addEventListener('close', connection.end);
  await new Promise((resolve) => socket.addEventListener('open', resolve));
  const version = await connection.send('Runtime.evaluate', { expression: 'JSON.stringify(process.versions)' });
  if (!launch.isTold) console.log(version.result.value.match(/"(node|deno|v8)":"[^"]+"/g).join(' '));
  launch.isTold = true;
  return { ...connection, close: () => node.kill() };
}
