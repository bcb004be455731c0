import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatUsd, parseUsd } from './usd.ts';

const amount = () => fc.bigInt({ min: 0n, max: 10n ** 18n });

describe('formatUsd', () => {
  test('writes USD without trailing zeros', () => {
    expect([0n, 1n, 22_000n, 1_000_000n, 1_313_500n, -500n].map(formatUsd)).toMatchInlineSnapshot(`
      [
        "0",
        "0.000001",
        "0.022",
        "1",
        "1.3135",
        "-0.0005",
      ]
    `);
  });

  test('is undone by parseUsd', () => {
    fc.assert(fc.property(amount(), (micro) => parseUsd(formatUsd(micro)) === micro));
  });
});

describe('parseUsd', () => {
  test('reads every spelling of an amount alike', () => {
    fc.assert(
      fc.property(amount(), (micro) => {
        const digits = micro.toString().padStart(7, '0');
        expect(parseUsd(`${digits.slice(0, -6)}.${digits.slice(-6)}`)).toBe(micro);
      }),
    );
  });

  test.each(['', '.5', '1.', '-1', '1e3', '0.0000001', '1,5', ' 1', '0x1'])('refuses %j', (text) => {
    expect(parseUsd(text)).toBeUndefined();
  });
});
