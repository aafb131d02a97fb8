// Requests, their replies, and events, over any stream of messages.
function client(write, wrap = {}) {
  const replies = new Map(), events = [];
  let id = 0, wake = () => {}, dead;
  const post = (method, params = {}) => write(JSON.stringify({ id: ++id, method, params, ...wrap }));
  post.event = (method, params) => { events.push({ method, params }); wake(); };
  const send = (method, params) => new Promise((resolve, reject) => {
    if (dead) return reject(dead);
    post(method, params);
    replies.set(id, { resolve, reject, method });
  });
  const event = async () => {
    while (!events.length) {
      if (dead) throw dead;
      await new Promise((resolve) => { wake = resolve; });
    }
    return events.shift();
  };
  const receive = (text) => {
    const message = JSON.parse(text);
    if (message.method) return post.event(message.method, message.params);
    const waiting = replies.get(message.id);
    replies.delete(message.id);
    if (message.error) waiting?.reject(new Error(`${waiting.method}: ${message.error.message}`));
    else waiting?.resolve(message.result);
  };
  const end = () => {
    dead ??= new Error('it died');
    for (const { reject } of replies.values()) reject(dead);
    wake();
  };
  return { send, post, event, receive, end, wrap };
}
