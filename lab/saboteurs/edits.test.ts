import { describe, expect, test } from 'vitest';
import { edited, holds, valuesAt } from './edits.ts';
import { readRequest, readResponse, writeRequest, writeResponse } from './message.ts';
import type { Edit, Expected } from './saboteur.ts';

const body = { n: 2, usd: '0.022', micro: '22000', at: '2026-01-01T00:00:00.000Z', list: [1, 2, 3], text: 'abc' };
const message = { body };

describe('edited', () => {
  test.each<[Edit, object]>([
    [{ at: '/body/new', set: null }, { new: null }],
    [{ at: '/body/n', copy: '/body/list/1' }, { n: 2 }],
    [{ at: '/body/n', copy: '/request/body/n' }, { n: 7 }],
    [{ at: '/body/list/*', set: 0 }, { list: [0, 0, 0] }],
    [{ at: '/body/list/-1', remove: true }, { list: [1, 2] }],
    [{ at: '/body/list/*', remove: true }, { list: [] }],
    [{ at: '/body/n', scale: 1.5 }, { n: 3 }],
    [{ at: '/body/usd', scale: 2 }, { usd: '0.044' }],
    [{ at: '/body/micro', add: 1 }, { micro: '22001' }],
    [{ at: '/body/at', add: 60 }, { at: '2026-01-01T00:01:00.000Z' }],
    [{ at: '/body/list', keep: 1 }, { list: [1] }],
    [{ at: '/body/text', keep: 1 }, { text: 'a' }],
    [{ at: '/body/list', append: 4 }, { list: [1, 2, 3, 4] }],
    [{ at: '/body/list', duplicate: true }, { list: [1, 2, 3, 3] }],
    [{ at: '/body/list', reverse: true }, { list: [3, 2, 1] }],
    [{ at: '/body/text', replace: ['(b)', '$1$1'] }, { text: 'abbc' }],
    [{ at: '/body/n', convert: 'text' }, { n: '2' }],
    [{ at: '/body/usd', convert: 'number' }, { usd: 0.022 }],
    [{ at: '/body/missing', scale: 2 }, {}],
    [{ at: '/body/text', scale: 2 }, {}],
  ])('%j', (edit, changes) => {
    expect(edited(message, [edit], { request: { body: { n: 7 } } })).toEqual({ body: { ...body, ...changes } });
  });
});

describe('holds', () => {
  test.each<[string, Expected, boolean]>([
    ['/body/n', 2, true],
    ['/body/n', '2', false],
    ['/body/n', { above: 1, below: 3 }, true],
    ['/body/n', { above: 2 }, false],
    ['/body/n', { in: [1, 3] }, false],
    ['/body/n', { not: 2 }, false],
    ['/body/list', { is: [1, 2, 3] }, true],
    ['/body/list/*', 3, true],
    ['/body/list/-1', 2, false],
    ['/body/list', { longer: 2, shorter: 4 }, true],
    ['/body/text', { matches: '^a' }, true],
    ['/body/missing', { present: false }, true],
    ['/body/missing', { present: true }, false],
  ])('%s %j: %s', (pointer, expected, result) => {
    expect(holds(message, { [pointer]: expected })).toBe(result);
  });
});

describe('messages', () => {
  const encoded = Buffer.from(JSON.stringify({ accepts: [{ amount: '1000', asset: 'token' }] })).toString('base64');
  const request = { method: 'POST', url: '/a?b=1', headers: { x: 'y' }, headerNames: ['X'], body: '{"n":1.0}' };
  const stream = 'event: start\ndata: {"a":1}\n\ndata: [DONE]\n\n';

  test('keep every byte that no change touches', () => {
    const read = readRequest(request);
    expect(writeRequest(request, read, edited(read, [{ at: '/query/b', set: '2' }]))).toEqual({
      ...request,
      url: '/a?b=2',
    });
  });

  test('have the JSON in headers, alone or within a longer text', () => {
    const headers = { required: encoded, authenticate: `x402 requirements="${encoded}"` };
    const response = { status: 402, headers, body: '{}' };
    const read = readResponse(response);
    const written = writeResponse(response, read, edited(read, [{ at: '/decoded/*/accepts/0/amount', set: '2000' }]));
    expect(valuesAt(readResponse(written), '/decoded/*/accepts/0/amount')).toEqual(['2000', '2000']);
    expect(written.headers.authenticate).toMatch(/^x402 requirements="/);
  });

  test('have the events of streams', () => {
    const response = { status: 200, headers: { 'content-type': 'text/event-stream' }, body: stream };
    const read = readResponse(response);
    expect(read.events).toEqual([{ event: 'start', data: { a: 1 } }, { data: '[DONE]' }]);
    expect(writeResponse(response, read, edited(read, [{ at: '/events/0/data/a', set: 2 }])).body).toBe(
      'event: start\ndata: {"a":2}\n\ndata: [DONE]\n\n',
    );
  });
});
