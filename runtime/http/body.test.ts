import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BodyMemory, readBody, readStream } from './body.ts';
import { Payers } from './payers.ts';

const ip = '203.0.113.1';

/** A request whose body is written by the test. */
function requestOf(): PassThrough & IncomingMessage {
  return new PassThrough() as PassThrough & IncomingMessage;
}

describe('readBody', () => {
  test('refuses a body that is longer than its operation takes', async () => {
    const request = requestOf();
    const body = readBody(request, { memory: new BodyMemory(), ip, maxBytes: 3 });
    request.end('abcd');
    await expect(body).rejects.toMatchObject({ id: 'payload-too-large' });
  });

  test.each(['before', 'after'])(
    'refuses a body whose caller hangs up %s it is read, without an error',
    async (when) => {
      const request = requestOf();
      request.write('a');
      if (when === 'before') await once(request.destroy(), 'close');
      const body = readBody(request, { memory: new BodyMemory(), ip, maxBytes: 3 });
      request.destroy();
      await expect(body).rejects.toMatchObject({ id: 'invalid-json', fields: { message: 'The body ended early.' } });
    },
  );

  test('gives its memory back, however it ends', async () => {
    const endings = ['end', 'destroy', 'error', 'long'] as const;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...endings), { maxLength: 20 }), async (ways) => {
        const memory = new BodyMemory(new Payers(), 16);
        const read = (request: IncomingMessage) => readBody(request, { memory, ip, maxBytes: 10 });
        for (const way of ways) {
          const first = requestOf();
          const body = read(first).catch((problem: unknown) => problem);
          first.write('a'.repeat(8));
          if (way === 'end') first.end();
          if (way === 'destroy') first.destroy();
          if (way === 'error') first.destroy(new Error('cut'));
          if (way === 'long') first.end('a'.repeat(3));
          await body;
        }
        const last = requestOf();
        const body = read(last);
        last.end('c'.repeat(10));
        expect(String(await body)).toBe('c'.repeat(10));
      }),
      { numRuns: 30 },
    );
  });
});

describe('the memory of bodies', () => {
  const full = { id: 'bodies-full' };
  /** Starts bodies of so many bytes from an address, which do not end. */
  const start = (memory: BodyMemory, address: string, bytes: number, known?: boolean) => {
    const request = requestOf();
    const body = readBody(request, { memory, ip: address, maxBytes: 100, known });
    body.catch(() => undefined);
    request.write('a'.repeat(bytes));
    return { body, end: () => request.end() };
  };

  test('is not held by one network: the body that it uses least makes room for those of others', async () => {
    const memory = new BodyMemory(new Payers(), 64);
    const attack = Array.from({ length: 24 }, (_, index) => start(memory, `203.0.113.${index}`, 2));
    const honest = start(memory, '198.51.100.1', 10);
    await expect(attack[0]?.body).rejects.toMatchObject(full);
    honest.end();
    expect(await honest.body).toHaveLength(10);
    const streamed = new Blob(['a'.repeat(10)]).stream();
    expect(await readStream(streamed, { memory, ip: '192.0.2.1', maxBytes: 100 })).toHaveLength(10);
  });

  test('has a part for networks of payers, and none for callers who are known', async () => {
    const payers = new Payers();
    const memory = new BodyMemory(payers, 64);
    for (let network = 0; network < 60; network += 1) start(memory, `203.0.${network}.1`, 1);
    payers.add('198.51.100.1');
    const small = start(memory, '192.0.2.1', 1);
    const paid = start(memory, '198.51.100.2', 16);
    const known = start(memory, '192.0.2.1', 60, true);
    for (const each of [small, paid, known]) each.end();
    const bodies = await Promise.all([small, paid, known].map(({ body }) => body));
    expect(bodies.map(({ length }) => length)).toEqual([1, 16, 60]);
    // It would take more than any other network has.
    await expect(start(memory, '192.0.2.1', 40).body).rejects.toMatchObject(full);
  });

  test('makes room for a body that is streamed to it, and takes it back', async () => {
    const memory = new BodyMemory(new Payers(), 64);
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new Uint8Array(40)),
    });
    const slow = readStream(stream, { memory, ip, maxBytes: 100 });
    const refused = expect(slow).rejects.toMatchObject(full);
    // The stream hands out its chunk in later turns.
    await new Promise(setImmediate);
    const honest = start(memory, '192.0.2.1', 20);
    honest.end();
    expect(await honest.body).toHaveLength(20);
    await refused;
  });
});
