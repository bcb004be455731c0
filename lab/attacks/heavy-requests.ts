/** Unpaid requests of at most 10 MB that are expensive to read: what strangers can make a gateway do before they pay. */

/** One request by `POST`. */
export interface HeavyRequest {
  readonly what: string;
  readonly path: string;
  readonly type: string;
  readonly body: Buffer;
}

const megabyte = 1_000_000;

/** Keys with a value each; a body may have 25,000 of both. */
const keys = 12_000;

const entries = Object.fromEntries(Array.from({ length: keys }, (_, index) => [`key${index}`, index / 7]));

function chat(what: string, fields: object): HeavyRequest {
  const messages = [{ role: 'user', content: 'Say hello.' }];
  return raw(what, JSON.stringify({ model: 'acme/flex', max_tokens: 20, messages, ...fields }));
}

/** A message of one repeated text, whose JSON has about 10 MB. */
function message(what: string, text: string): HeavyRequest {
  const count = Math.floor((9.9 * megabyte) / (Buffer.byteLength(JSON.stringify(text)) - 2));
  return chat(what, { messages: [{ role: 'user', content: text.repeat(count) }] });
}

function raw(what: string, body: string): HeavyRequest {
  return { what, path: '/api/v1/chat/completions', type: 'application/json', body: Buffer.from(body) };
}

function edit(what: string, type: string, body: string): HeavyRequest {
  return { what, path: '/api/v1/images/image2image', type, body: Buffer.from(body) };
}

const disposition = 'Content-Disposition: form-data; name="image"; filename="a.png"';
const part = `${disposition}\r\nContent-Type: image/png\r\n`;

function form(what: string, parts: readonly string[]): HeavyRequest {
  const body = parts.map((text) => `--x\r\n${text}\r\n`).join('');
  return edit(what, 'multipart/form-data; boundary=x', `${body}--x--\r\n`);
}

function image(what: string, parameters: string): HeavyRequest {
  const body = { model: 'acme/img-a1', prompt: 'A kite.', image: `data:image/png${parameters};base64,AAAA` };
  return edit(what, 'application/json', JSON.stringify(body));
}

/** A call that costs little to read, as honest callers make them. */
export const lightRequest = chat('a short chat', {});

/** Every kind of request that is expensive to read. */
export const heavyRequests: readonly HeavyRequest[] = [
  message('a long text', 'a'),
  message('a text of quotes', '"'),
  message('a text of control characters', '\u0000'),
  message('a text of emojis', '😀'),
  message('a text of half pairs', '\ud800'),
  chat('unknown keys', entries),
  chat('keys of a tool', { tools: [{ type: 'function', function: { name: 'f', parameters: entries } }] }),
  raw('long numbers', `[${Array.from({ length: 10_000 }, () => `0.${'7'.repeat(900)}`).join()}]`),
  raw('spaces', ' '.repeat(9.9 * megabyte)),
  raw('open lists', '['.repeat(9.9 * megabyte)),
  raw('backslashes', `"${'\\\\'.repeat(4.9 * megabyte)}"`),
  image('a data URI with semicolons', ';'.repeat(9 * megabyte)),
  image('a data URI with parameters', ';a=b'.repeat(2.2 * megabyte)),
  form(
    'a form of many parts',
    Array.from({ length: 120_000 }, () => `${disposition}\r\n\r\n1`),
  ),
  form('a part of many headers', [`${part}${'A: b\r\n'.repeat(1.6 * megabyte)}\r\n1`]),
  form('a part with a long name', [`Content-Disposition: form-data; name="${'%22'.repeat(3 * megabyte)}"\r\n\r\n1`]),
  form('a large file', [`${part}\r\n${'a'.repeat(9.9 * megabyte)}`]),
  form(
    'many files',
    Array.from({ length: 90 }, () => `${part}\r\n${'a'.repeat(100_000)}`),
  ),
  form('almost boundaries', [`${part}\r\n${'\r\n--'.repeat(2.4 * megabyte)}`]),
];
