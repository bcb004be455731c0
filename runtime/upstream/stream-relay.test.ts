/** Streams of providers: what is their end, what is a failure, and who is asked next. */

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Reply, StreamEvent } from '../operation/handler.ts';
import { startProviders } from '../testing/providers.ts';
import { startUpstream, type TestUpstream } from '../testing/upstream.ts';
import { read } from '../values/json.ts';
import { anthropic } from './anthropic.ts';
import { openAi } from './openai.ts';

type Api = 'chat' | 'responses' | 'messages';

const providers = startProviders();
const event = (value: unknown) => `data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`;
const chunk = (delta: object, finish_reason: string | null = null, more: object = {}) =>
  event({ choices: [{ index: 0, delta, finish_reason, ...more }] });
const usage = { prompt_tokens: 9, completion_tokens: 4 };
const [role, hello, there, stop] = [
  chunk({ role: 'assistant', content: '' }),
  chunk({ content: 'Hello' }),
  chunk({ content: ' there.' }),
  chunk({}, 'stop'),
];
const counted = event({ choices: [], usage });
const done = event('[DONE]');
const whole = `${role}${hello}${there}${stop}${counted}${done}`;
/** A stream that stands for the answer of another provider, by the API. */
const others: Readonly<Record<string, string>> = {
  '/chat/completions': `${chunk({ content: 'Spare.' })}${done}`,
  '/responses': event({ type: 'response.completed', response: { status: 'completed', output: [] } }),
  '/messages': event({ type: 'message_stop' }),
};

let first: TestUpstream;
let spare: TestUpstream;
beforeAll(async () => {
  first = await startUpstream(() => undefined);
  spare = await startUpstream((response, { url }) => response.end(others[url]));
});
afterAll(() => Promise.all([first.close(), spare.close(), providers.close()]));

/** Streams a call. Where `usageAsked`, the caller wants the usage as an event. */
function stream(api: Api, usageAsked = false): Promise<Reply<never>> {
  const models = () => [first, spare].map(({ url }) => ({ provider: providers.at(url), model: 'large-1' }));
  const call = { signal: new AbortController().signal, scripted: () => undefined };
  const asked = {
    model: 'large-of-ours',
    stream: true,
    ...(usageAsked && { stream_options: { include_usage: true } }),
  };
  return { ...openAi(models), ...anthropic(models) }[api](call, asked);
}

/** Reads a stream to its end, or to the error that ends it. */
async function readAll({ stream: events }: Reply<never>): Promise<{ events: StreamEvent[]; error: unknown }> {
  const all: StreamEvent[] = [];
  try {
    for await (const each of events ?? []) all.push(each);
    return { events: all, error: undefined };
  } catch (error) {
    return { events: all, error };
  }
}

const textOf = (events: readonly StreamEvent[]) =>
  events.map(({ data }) => read(data, 'choices', 0, 'delta', 'content') ?? '').join('');
/** Lets the first provider send a text, in pieces that end at some places. */
function send(text: string, cuts: readonly number[] = []): void {
  const bytes = Buffer.from(text);
  const ends = [...cuts.map((cut) => cut % bytes.length), bytes.length].toSorted((a, b) => a - b);
  first.respond = (response) => {
    let start = 0;
    for (const end of ends) {
      response.write(bytes.subarray(start, end));
      start = end;
    }
    response.end();
  };
}

describe('a stream of chunks', () => {
  const odd: Readonly<Record<string, string>> = {
    'as it is documented': whole,
    'with CRLF': whole.replaceAll('\n', '\r\n'),
    'with CR': whole.replaceAll('\n', '\r'),
    'without a space after the colon': whole.replaceAll('data: ', 'data:'),
    'with a byte order mark': `\ufeff${whole}`,
    'with comments': `: OPENROUTER PROCESSING\n\n${role}: keep-alive\n\n${hello}:\n${there}${stop}${counted}${done}`,
    'with empty events': `data:\n\n${role}data: \n\n${hello}data\n\n${there}${stop}${counted}${done}`,
    'with ids, names of events and retries': `id: 0\nretry: 3000\ndata: \n\n${role}event: message\nid: 1\n${hello}${there}${stop}${counted}${done}`,
    'with unknown fields': `x: 1\n${role}${hello}y\n${there}${stop}${counted}${done}`,
    'with an event over several lines': `${role}${hello.replace('{"choices"', '{\ndata: "choices"')}${there}${stop}${counted}${done}`,
    'without the last blank line': whole.slice(0, -1),
    'without the last line break': whole.slice(0, -2),
    'with a space after [DONE]': `${whole.slice(0, -2)} \n\n`,
    'without [DONE]': `${role}${hello}${there}${stop}${counted}`,
    'without [DONE] and the last line break': `${role}${hello}${there}${stop}${counted}`.slice(0, -2),
    'with usage in its last chunk': `${role}${hello}${there}${chunk({}, 'stop').replace('}]}', `}],"usage":${JSON.stringify(usage)}}`)}${done}`,
    'with usage in each chunk': [role, hello, there, stop]
      .map((each, index) => each.replace('}]}', `}],"usage":{"prompt_tokens":9,"completion_tokens":${index + 1}}}`))
      .join('')
      .concat(done),
    'with usage that is null until the end': `${[role, hello, there, stop].join('').replaceAll('}]}', '}],"usage":null}')}${counted}${done}`,
    'with usage under a name of the provider': `${role}${hello}${there}${stop.replace('}]}', `}],"x_groq":{"usage":${JSON.stringify(usage)}}}`)}${done}`,
    'with fractions beside the usage': `${role}${hello}${there}${stop}${event({ choices: [], usage: { ...usage, cost: 0.00014, queue_time: 0.02 } })}${done}`,
    'with a chunk about the prompt first': `${event({ choices: [], prompt_filter_results: [{}], model: '' })}${whole}`,
    'with chunks after the end of the choice': `${role}${hello}${there}${stop}${chunk({ content: '' })}${counted}${done}`,
    // mlflow/mlflow#23139
    'with a reason to finish in its last chunk alone': whole.replaceAll(',"finish_reason":null', ''),
    // su-kaka/gcli2api#403: thoughts and calls of tools come with a reason to finish, and the answer after them.
    'with a reason to finish in each chunk': whole.replaceAll('"finish_reason":null', '"finish_reason":"stop"'),
    // PawanOsman/OpenCursor#88
    'with its text after a reason to finish': `${role}${stop}${hello}${there}${stop}${counted}${done}`,
    'with a delta that is null': `${role}${hello}${there}${stop.replace('"delta":{}', '"delta":null')}${counted}${done}`,
    'with usage that is a list or a text': `${role.replace('}]}', '}],"usage":[]}')}${hello.replace('}]}', '}],"usage":""}')}${there}${stop}${counted}${done}`,
    // vercel/ai#6687: a tool without parameters is called with no text at all.
    'with a tool that is called without arguments': `${role}${hello}${there}${chunk({ tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: { name: 'now', arguments: '' } }] })}${chunk({}, 'tool_calls')}${counted}${done}`,
    // TheR1D/shell_gpt#470
    'with a chunk without choices at its end': `${role}${hello}${there}${stop}${counted}${event({ choices: [] })}${done}`,
    // ollama/ollama#7881, AstrBotDevs/AstrBot#6692
    'with a call of a tool that has no index': `${role}${hello}${there}${chunk({ tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'now', arguments: '{}' } }] })}${chunk({}, 'tool_calls')}${counted}${done}`,
    'with errors that are null': whole.replaceAll('}]}', '}],"error":null}'),
  };

  test.each(Object.keys(odd))('%s is whole, with the usage that it reports', async (name) => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(), { maxLength: 5 }), async (cuts) => {
        send(odd[name] ?? '', cuts);
        const reply = await stream('chat');
        const { events, error } = await readAll(reply);
        expect([textOf(events), events.at(-1), error]).toEqual(['Hello there.', { data: '[DONE]' }, undefined]);
        expect(reply.metered?.().usage).toEqual({ model: 'large-of-ours', ...usage });
      }),
      { numRuns: 8 },
    );
  });

  test('passes numbers on as they were written', async () => {
    send(`data: {"choices":[{"delta":{"content":"a","n":1.0}}],"created":18446744073709551615}\n\n${done}`);
    const { events } = await readAll(await stream('chat'));
    expect(JSON.stringify(events[0]?.data)).toBe(
      '{"choices":[{"delta":{"content":"a","n":1.0}}],"created":18446744073709551615,"model":"large-of-ours"}',
    );
  });

  test('ends when each of its choices has ended, where it has no [DONE]', async () => {
    const other = (reason: string | null) =>
      event({ choices: [{ index: 1, delta: { content: '!' }, finish_reason: reason }] });
    send(`${hello}${other(null)}${stop}`);
    expect((await readAll(await stream('chat'))).error).toMatchObject({ kind: 'failed' });
    send(`${hello}${other(null)}${stop}${other('length')}`);
    expect((await readAll(await stream('chat'))).error).toBeUndefined();
  });
});

const named = (data: { readonly type: string; readonly [field: string]: unknown }) =>
  `event: ${data.type}\n${event(data)}`;
const created = named({ type: 'response.created', response: { status: 'in_progress', error: null, output: [] } });
const started = named({
  type: 'message_start',
  message: { content: [], usage: { input_tokens: 9, output_tokens: 1 } },
});
const delta = named({ type: 'response.output_text.delta', delta: 'a' });
const block = named({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'a' } });
const overloaded = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };

/** Failures, by the API and what came before them. */
const failures: readonly (readonly [string, Api, string, string])[] = [
  ['an error in a chunk', 'chat', role, event({ error: { code: 502, message: 'Provider disconnected' } })],
  // apache/rocketmq-dashboard#2178
  ['an error before [DONE]', 'chat', role, event({ error: { message: 'quota exceeded' } }) + done],
  ['an error in a choice', 'chat', role, chunk({ content: '' }, 'error', { error: { code: 502 } })],
  ['an error in a delta', 'chat', role, chunk({ error: { code: 502 } })],
  ['a reason to finish that is an error', 'chat', role, chunk({}, 'error')],
  ['an event that is called error', 'chat', role, 'event: error\ndata: {"message":"x"}\n\n'],
  ['an error that is no JSON', 'chat', role, 'event: error\ndata: upstream timeout\n\n'],
  ['a text', 'chat', role, 'data: Internal Server Error\n\n'],
  ['a list', 'chat', role, 'data: [{"error":{}}]\n\n'],
  ['a number', 'chat', role, 'data: 5\n\n'],
  ['an error that is no event', 'chat', role, '{\n  "error": {\n    "code": 503\n  }\n}\n'],
  ['half an event', 'chat', role, 'data: {"choices":[{"del'],
  ['an end before its end', 'chat', role, ''],
  [
    'a failed response',
    'responses',
    created,
    named({ type: 'response.failed', response: { status: 'failed', error: { code: 'server_error' } } }),
  ],
  ['an error', 'responses', created, named({ type: 'error', code: 'server_error', message: 'x' })],
  [
    'a completed response whose status is failed',
    'responses',
    created,
    named({ type: 'response.completed', response: { status: 'failed' } }),
  ],
  ['a cancelled response', 'responses', created, named({ type: 'response.cancelled', response: {} })],
  ['an end before its end', 'responses', created, ''],
  ['[DONE] before its end', 'responses', created, done],
  ['an error', 'messages', started, named(overloaded)],
  ['an error without a name', 'messages', started, event(overloaded)],
  ['an end before its end', 'messages', started, ''],
];

describe('a stream of status 200', () => {
  test.each(failures)(
    'with %s before its answer is replaced by the next model (%s)',
    async (_, api, before, failure) => {
      send(`${before}${failure}`);
      spare.received.length = 0;
      const { events, error } = await readAll(await stream(api));
      expect([events.length > 0, error, spare.received.length]).toEqual([true, undefined, 1]);
      expect(JSON.stringify(events)).not.toContain('role');
    },
  );

  test.each(failures)('with %s after its answer has begun fails (%s)', async (_, api, before, failure) => {
    send(`${before}${{ chat: hello, responses: delta, messages: block }[api]}${failure}`);
    spare.received.length = 0;
    const { events, error } = await readAll(await stream(api));
    expect([events.length, error, spare.received.length]).toEqual([2, expect.objectContaining({ kind: 'failed' }), 0]);
  });

  test('without a choice has nothing to sell', async () => {
    for (const text of [done, `${counted}${done}`, '', event({ choices: null }) + done]) {
      send(text);
      expect(textOf((await readAll(await stream('chat'))).events)).toBe('Spare.');
    }
  });

  test('waits for its answer with few events only', async () => {
    send(role.repeat(50));
    const { events, error } = await readAll(await stream('chat'));
    expect([events.length, error]).toEqual([50, expect.objectContaining({ kind: 'failed' })]);
  });
});

// theopenco/llmgateway#3616: Gemini ends a stream with its error as JSON, which is no event.
test.each([
  ['in place of events', '{"error":{"code":503,"message":"high demand"}}'],
  ['in a list', '[{"error":{"code":503,"message":"high demand"}}]'],
  ['after its last event', `${hello}${stop}{\n  "error": { "code": 503, "message": "high demand" }\n}`],
])('an error as JSON %s is the failure of the stream', async (_, text) => {
  send(text, [text.length - 9]);
  const call = { signal: new AbortController().signal, scripted: () => undefined };
  const { chat } = openAi(() => [{ provider: providers.at(first.url), model: 'large-1' }]);
  const failure = await chat(call, { model: 'm', stream: true })
    .then(readAll)
    .then(
      ({ error }) => error,
      (error) => error,
    );
  expect(failure).toMatchObject({ kind: 'failed', detail: { status: 503, reason: expect.stringContaining('demand') } });
});

describe('the usage of a stream', () => {
  test('of messages is what its events report together, whatever zeros come late', async () => {
    const end = (counts: object) =>
      named({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: counts }) +
      named({ type: 'message_stop' });
    for (const late of [{}, { input_tokens: 0 }, { input_tokens: null }, { input_tokens: 9 }]) {
      send(`${started}${block}${end({ output_tokens: 4, ...late })}`);
      const reply = await stream('messages');
      expect((await readAll(reply)).error).toBeUndefined();
      expect(reply.metered?.().usage).toEqual({ model: 'large-of-ours', input_tokens: 9, output_tokens: 4 });
    }
  });

  test('is not changed by events that only some providers send', async () => {
    // vercel/ai#11309: Anthropic on Vertex sends an event of its own with the usage by tier.
    const tiers = { '0-to-200000': { input_tokens: 9, output_tokens: 1 } };
    const own = named({ type: 'vertex_event', usage: { input_tokens: 9, output_tokens: 1, tiers } });
    const end =
      named({ type: 'message_delta', delta: {}, usage: { output_tokens: 4 } }) + named({ type: 'message_stop' });
    send(`${started}${own}${named({ type: 'ping' })}${block}${end}`);
    const reply = await stream('messages');
    const { events, error } = await readAll(reply);
    expect([error, events.map(({ event: name }) => name)]).toEqual([
      undefined,
      expect.arrayContaining(['vertex_event']),
    ]);
    expect(reply.metered?.().usage).toMatchObject({ input_tokens: 9, output_tokens: 4 });
  });

  test('is an event for those who ask for it', async () => {
    send(whole);
    expect((await readAll(await stream('chat', true))).events.filter(({ data }) => read(data, 'usage'))).toHaveLength(
      1,
    );
    expect((await readAll(await stream('chat'))).events.filter(({ data }) => read(data, 'usage'))).toHaveLength(0);
  });
});

test('messages whose provider leaves out the names of events reach callers with them', async () => {
  // earendil-works/pi#1983: the official client skips events without a name.
  const types = ['message_delta', 'message_stop'];
  const unnamed = types.map((type) =>
    event({ type, ...(type === 'message_delta' && { usage: { output_tokens: 4 } }) }),
  );
  send(`${started}${block}${unnamed.join('')}`.replaceAll(/^event: .*\n/gm, ''));
  const { events, error } = await readAll(await stream('messages'));
  expect(error).toBeUndefined();
  expect(events.map(({ event: name }) => name)).toEqual(events.map(({ data }) => read(data, 'type')));
});
