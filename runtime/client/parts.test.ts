import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { StreamEvent } from '../operation/handler.ts';
import { Budget } from './budget.ts';
import { eventStream, readEvents } from './events.ts';

describe('readEvents', () => {
  const read = async (text: string, cuts: readonly number[], done?: string) => {
    const bytes = Buffer.from(text);
    const ends = [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
    const chunks = ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
    async function* stream() {
      yield* chunks;
    }
    const events: StreamEvent[] = [];
    for await (const event of readEvents(stream(), done)) events.push(event);
    return events;
  };

  test('gives the same events wherever the stream is cut into chunks', async () => {
    const text =
      ': hi\r\nevent: a\r\ndata: {"x":"😀"}\r\n\r\ndata: one\ndata: two\n\ndata:\n\ndata: [DONE]\n\ndata: late\n\n';
    const expected = [{ event: 'a', data: { x: '😀' } }, { data: 'one\ntwo' }];
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(200), { maxLength: 12 }), async (cuts) => {
        expect(await read(text, cuts, '[DONE]')).toEqual(expected);
      }),
    );
  });

  test.each(['\n', '\r\n', ''])('reads a last event that ends with %j and no blank line', async (end) => {
    expect(await read(`data: 1\n\ndata: [DONE]${end}`, [3], '[DONE]')).toEqual([{ data: 1 }]);
  });

  test('throws for an error event, an error in the data, and a missing end', async () => {
    await expect(read('event: error\ndata: {"message":"x"}\n\n', [])).rejects.toThrow('The stream failed');
    await expect(read('data: {"error":"x"}\n\n', [])).rejects.toThrow('The stream failed');
    await expect(read('data: 1\n\n', [], '[DONE]')).rejects.toThrow('it was truncated');
    expect(await read('data: 1\n\n', [])).toEqual([{ data: 1 }]);
  });
});

describe('eventStream', () => {
  async function* events(): AsyncGenerator<StreamEvent> {
    yield { event: 'word', data: { word: 'one' } };
    yield { data: '[DONE]' };
  }
  const all = async <T>(items: AsyncIterable<T>) => {
    const found: T[] = [];
    for await (const item of items) found.push(item);
    return found;
  };

  test('yields the objects, and everything as raw events', async () => {
    expect(await all(eventStream<{ word: string }>(events()))).toEqual([{ word: 'one' }]);
    expect(await all(eventStream(events()).raw())).toEqual(await all(events()));
  });

  test('is read once', async () => {
    const stream = eventStream(events());
    expect([await all(stream), await all(stream.raw())]).toEqual([[{ word: 'one' }], []]);
  });
});

describe('Budget', () => {
  test('never spends or reserves more than its cap', () => {
    const steps = fc.array(fc.tuple(fc.bigInt(0n, 3_000_000n), fc.constantFrom('spend', 'release', 'keep')));
    fc.assert(
      fc.property(steps, (wanted) => {
        const budget = new Budget('5');
        let held = 0n;
        for (const [amount, end] of wanted) {
          if (held + amount > 5_000_000n) {
            expect(() => budget.reserve(amount)).toThrow('Nothing was signed');
            continue;
          }
          const reservation = budget.reserve(amount);
          if (end !== 'keep') reservation[end]();
          if (end !== 'release') held += amount;
          reservation.release();
          if (end === 'keep') held -= amount;
        }
      }),
    );
  });

  test('wants an amount of USD', () => {
    expect(() => new Budget('lots')).toThrow(RangeError);
  });
});
