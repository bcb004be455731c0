import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BodyMemory, readBody } from './body.ts';

/** A request whose body is written by the test. */
function requestOf(): PassThrough & IncomingMessage {
  return new PassThrough() as PassThrough & IncomingMessage;
}

describe('readBody', () => {
  test('refuses a body that is longer than its operation takes', async () => {
    const request = requestOf();
    const body = readBody(request, new BodyMemory(), 3);
    request.end('abcd');
    await expect(body).rejects.toMatchObject({ id: 'payload-too-large' });
  });

  test.each(['before', 'after'])(
    'refuses a body whose caller hangs up %s it is read, without an error',
    async (when) => {
      const request = requestOf();
      request.write('a');
      if (when === 'before') await once(request.destroy(), 'close');
      const body = readBody(request, new BodyMemory(), 3);
      request.destroy();
      await expect(body).rejects.toMatchObject({ id: 'invalid-json', fields: { message: 'The body ended early.' } });
    },
  );

  test('refuses the body that comes when others hold all of the memory, until they end in any way', async () => {
    const endings = ['end', 'destroy', 'error', 'long'] as const;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...endings), { maxLength: 20 }), async (ways) => {
        const memory = new BodyMemory(10);
        const read = (request: IncomingMessage, largest: number, known?: boolean) =>
          readBody(request, memory, largest, known);
        for (const way of ways) {
          const first = requestOf();
          const body = read(first, 10).catch((problem: unknown) => problem);
          first.write('a'.repeat(8));
          const second = requestOf();
          const refused = read(second, 10);
          second.end('b'.repeat(3));
          await expect(refused).rejects.toMatchObject({ id: 'bodies-full' });
          const third = requestOf();
          const known = read(third, 10, true);
          third.end('d'.repeat(9));
          expect(await known).toHaveLength(9);
          if (way === 'end') first.end();
          if (way === 'destroy') first.destroy();
          if (way === 'error') first.destroy(new Error('cut'));
          if (way === 'long') first.end('a'.repeat(3));
          await body;
        }
        const last = requestOf();
        const body = read(last, 10);
        last.end('c'.repeat(10));
        expect(String(await body)).toBe('c'.repeat(10));
      }),
      { numRuns: 30 },
    );
  });
});
