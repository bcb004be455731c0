import { expect, test } from 'vitest';
import { incomingOf, readData } from './send.ts';

const bytes = Uint8Array.of(137, 80, 78, 71, 255);

test.each([
  ['image/png', bytes, bytes],
  ['text/csv; charset=utf-8', 'a,b', 'a,b'],
  ['application/json', '{"a":1}', { a: 1 }],
])('a response of the type %s is read as what it is', async (type, body, data) => {
  const response = new Response(body, { headers: { 'content-type': type } });
  expect(await readData(incomingOf(response, 100))).toEqual(data);
});
