// --- A page of Chromium, over its pipe

async function launch() {
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--remote-debugging-pipe'];
  const stdio = ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'];
  const chromium = start(tool, [...flags, `--user-data-dir=${mkdtempSync(join(folder, 'profile-'))}`, 'about:blank'], { stdio });
  const [, , , input, output] = chromium.stdio;
  const connection = client((text) => input.write(`${text}\0`));
  let rest = '';
  output.setEncoding('utf8').on('data', (data) => {
    const messages = (rest + data).split('\0');
    rest = messages.pop();
    messages.forEach(connection.receive);
  });
  chromium.on('exit', connection.end);
  input.on('error', connection.end);
  const { product } = await connection.send('Browser.getVersion');
  if (!launch.isTold) console.log(product);
  launch.isTold = true;
  const { targetId } = await connection.send('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await connection.send('Target.attachToTarget', { targetId, flatten: true });
  connection.wrap.sessionId = sessionId;
  return { ...connection, close: () => chromium.kill() };
}
