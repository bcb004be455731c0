import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Exchange } from '../check/exchange.ts';
import { UnexpectedResponse } from '../check/interruption.ts';
import { readChallenge } from './challenge.ts';

const asking = (amount: unknown): Exchange => ({
  sent: { method: 'POST', path: '/v1/lamps', headers: {} },
  received: {
    status: 402,
    headers: {},
    rawHeaders: [],
    text: '',
    json: { accepts: [{ amount }] },
    events: [],
    cut: false,
  },
});

test('reads an amount as a text and as a number', () => {
  fc.assert(
    fc.property(fc.nat(), fc.boolean(), (micro, text) => {
      expect(readChallenge(asking(text ? String(micro) : micro)).amount).toBe(BigInt(micro));
    }),
  );
});

test.each([1.5, '1.5', '', null, -1, 'many'])('refuses the amount %j', (amount) => {
  expect(() => readChallenge(asking(amount))).toThrow(UnexpectedResponse);
});
