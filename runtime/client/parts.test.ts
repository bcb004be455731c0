import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { StreamEvent } from '../operation/handler.ts';
import type { PaymentDefinition } from '../operation/host.ts';
import { Budget } from './budget.ts';
import { acceptOffer, type Terms } from './challenge.ts';
import { eventStream, readEvents } from './events.ts';
import { PaymentRefused, ReceiptMismatch } from './failures.ts';
import { readReceipt } from './receipt.ts';

const payment: PaymentDefinition = {
  scheme: 'exact',
  network: 'eip155:8453',
  asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  decimals: 6,
  domain: { name: 'USD Coin', version: '2' },
  window: 300,
};
const refuse = (asked: bigint) => (asked === 2000n ? undefined : new PaymentRefused('amount', '2000', String(asked)));
const terms: Terms = { payment, refuse, window: 300 };
const offer = {
  scheme: 'exact',
  network: 'eip155:8453',
  amount: '2000',
  asset: payment.asset,
  payTo: '0xAb',
  maxTimeoutSeconds: 300,
};

function header(value: unknown): Record<string, string> {
  return { 'payment-required': Buffer.from(JSON.stringify(value)).toString('base64') };
}

describe('acceptOffer', () => {
  test('takes the offer on the expected terms among others, and signs our own domain', () => {
    const { offer: taken } = acceptOffer({ accepts: [{ ...offer, network: 'solana:x' }, offer] }, {}, terms);
    expect(taken).toEqual({ ...offer, extra: payment.domain });
  });

  test('refuses a header that asks for something else than the body', () => {
    const told = header({ accepts: [{ ...offer, amount: '9000' }] });
    expect(() => acceptOffer({ accepts: [offer] }, told, terms)).toThrow(PaymentRefused);
    expect(() => acceptOffer({ accepts: [offer] }, { 'payment-required': '%%' }, terms)).toThrow(PaymentRefused);
  });

  test('refuses whatever is no challenge', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        expect(() => acceptOffer(body, {}, terms)).toThrow(PaymentRefused);
        expect(() => acceptOffer({ accepts: [body] }, {}, terms)).toThrow(PaymentRefused);
      }),
    );
  });
});

describe('readReceipt', () => {
  const receipt = { success: true, transaction: '0x1', network: 'eip155:8453', payer: '0xPayer' };
  const paid = { network: payment.network, payer: '0xpayer', amount: '2000' };
  const sent = (value: unknown) => ({ 'payment-response': Buffer.from(JSON.stringify(value)).toString('base64') });

  test('reads what was settled for this payer on this network', () => {
    expect(readReceipt(sent(receipt), paid)?.transaction).toBe('0x1');
    expect(readReceipt(sent({ ...receipt, success: false }), paid)).toBeUndefined();
    expect(readReceipt({}, paid)).toBeUndefined();
  });

  test('throws for the receipt of another payment', () => {
    expect(() => readReceipt(sent(receipt), { ...paid, network: 'eip155:1' })).toThrow(ReceiptMismatch);
    expect(() => readReceipt(sent(receipt), { ...paid, payer: '0xother' })).toThrow(ReceiptMismatch);
    expect(() => readReceipt(sent({ ...receipt, amount: '2001' }), paid)).toThrow(ReceiptMismatch);
    expect(() => readReceipt({ ...sent(receipt), 'x-payment-receipt': '0x2' }, paid)).toThrow(ReceiptMismatch);
    expect(() => readReceipt({ 'payment-response': '%%' }, paid)).not.toThrow();
  });
});

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
    const expected = [{ event: 'a', data: { x: '😀' } }, { data: 'one\ntwo' }, { data: '' }];
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(200), { maxLength: 12 }), async (cuts) => {
        expect(await read(text, cuts, '[DONE]')).toEqual(expected);
      }),
    );
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

  test('keeps the money of a payment that is said not to be charged', () => {
    const budget = new Budget('1');
    const reservation = budget.reserve(1_000_000n);
    reservation.lapse();
    reservation.release();
    expect(() => budget.reserve(1n)).toThrow('Nothing was signed');
    expect(budget.spent).toBe('0');
  });

  test('wants an amount of USD', () => {
    expect(() => new Budget('lots')).toThrow(RangeError);
  });
});
