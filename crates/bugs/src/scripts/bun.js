// --- Bun, over an inherited descriptor

async function launch(program) {
  writeFileSync(join(folder, 'run.js'), `
    //? script
    const { Script } = require('vm');
    const program = new Script(${JSON.stringify(`debugger;\n${program}`)}, { filename: 'program.js' });
    //.
    //? module
    const { SourceTextModule } = require('vm');
    const program = new SourceTextModule(${JSON.stringify(`debugger;//# sourceURL=program.js\n${program}`)});
    //.
    process.on('uncaughtException', () => {});
    process.on('unhandledRejection', () => {});
    //? script
    setTimeout(() => program.runInThisContext());
    //.
    //? module
    const linked = program.link(() => {});
    setTimeout(() => linked.then(() => program.evaluate()));
    //.
    setTimeout(function itIsOver() { debugger; }, 100);
    setInterval(() => {}, 1e6);`);
  const stdio = ['ignore', 'ignore', 'ignore', 'pipe'];
  const env = { ...process.env, BUN_ENABLE_CRASH_REPORTING: '0' };
  const bun = start(tool, ['--no-install', '--inspect-wait=fd:3', 'run.js'], { stdio, env });
  const pipe = bun.stdio[3];
  const connection = client((text) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(Buffer.byteLength(text));
    pipe.write(Buffer.concat([length, Buffer.from(text)]));
  });
  let rest = Buffer.alloc(0);
  pipe.on('data', (data) => {
    rest = Buffer.concat([rest, data]);
    while (rest.length >= 4 && rest.length >= 4 + rest.readUInt32BE()) {
      const end = 4 + rest.readUInt32BE();
      connection.receive(rest.toString('utf8', 4, end));
      rest = rest.subarray(end);
    }
  });
  bun.on('exit', connection.end);
  pipe.on('error', connection.end);
  const version = await connection.send('Runtime.evaluate', { expression: 'navigator.userAgent' });
  if (!launch.isTold) console.log(version.result.value);
  launch.isTold = true;
  return { ...connection, close: () => bun.kill() };
}
