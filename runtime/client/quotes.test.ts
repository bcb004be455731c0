import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Catalog } from '../money/catalog.ts';
import { estimated, quoted } from '../money/formula.ts';
import { PaymentRefused } from './failures.ts';
import { QuoteRefused, refusalOfAmount } from './quotes.ts';

const amount = () => fc.bigInt(0n, 10n ** 12n);
const policy = { quotes: 'at-most', tolerance: 0.5, isCapped: false } as const;
const quote = (own: bigint, ...sides: bigint[]) => quoted(own, () => ({ breakdown: { rate: '1' }, sides }));
const isSigned = (...args: Parameters<typeof refusalOfAmount>) => refusalOfAmount(...args) === undefined;

describe('refusalOfAmount', () => {
  test('signs at most the estimate or the dearest documented side by default, to the micro-USDC', () => {
    fc.assert(
      fc.property(amount(), fc.array(amount()), amount(), (own, sides, asked) => {
        const most = [own, ...sides].reduce((a, b) => (a > b ? a : b));
        const estimate = { quote: quote(own, ...sides), isOpen: false };
        expect(isSigned(asked, {}, estimate, policy)).toBe(asked <= most);
        expect(isSigned(most, {}, estimate, policy)).toBe(true);
        expect(isSigned(most + 1n, {}, estimate, { ...policy, isCapped: true })).toBe(false);
      }),
    );
  });

  test('signs nothing but the estimate where quotes are exact, and anything where they are not judged', () => {
    fc.assert(
      fc.property(amount(), amount(), fc.boolean(), (own, asked, isOpen) => {
        const estimate = { quote: quote(own, asked), isOpen };
        expect(isSigned(asked, {}, estimate, { ...policy, quotes: 'exact' })).toBe(!isOpen && asked === own);
        expect(isSigned(own, {}, { ...estimate, isOpen: false }, { ...policy, quotes: 'exact' })).toBe(true);
        expect(isSigned(asked, {}, estimate, { ...policy, quotes: 'any' })).toBe(true);
      }),
    );
  });

  test('tolerates a gateway that counts more tokens, up to the stated share', () => {
    const estimate = { quote: estimated(1000n, () => ({ breakdown: {} })), isOpen: false };
    expect([1500n, 1501n].map((asked) => isSigned(asked, {}, estimate, policy))).toEqual([true, false]);
    expect([1000n, 1001n].map((asked) => isSigned(asked, {}, estimate, { ...policy, tolerance: 0 }))).toEqual([
      true,
      false,
    ]);
  });

  test('lets the gateway decide what cannot be estimated, within a budget only', () => {
    const estimate = { isOpen: true };
    expect(isSigned(5_000_000n, {}, estimate, { ...policy, isCapped: true })).toBe(true);
    expect(isSigned(1n, {}, estimate, policy)).toBe(false);
  });

  test('says where the rates of today are, for a price by catalog', () => {
    const estimate = { quote: quote(1000n), isOpen: false };
    const catalogs = [new Catalog([], 'id', {}, 'models')];
    expect(refusalOfAmount(2000n, {}, { ...estimate, catalogs }, policy)?.message).toContain('live catalog');
    expect(refusalOfAmount(2000n, {}, estimate, policy)?.message).not.toContain('live catalog');
  });

  test('shows both breakdowns, and nothing of a challenge that is no amount', () => {
    const body = { price: { breakdown: { images: '0.05', margin: '0.0025', '\u001b[2J': '1', note: 'trust me' } } };
    const refusal = refusalOfAmount(52_500n, body, { quote: quote(1_000_000n / 50n), isOpen: false }, policy);
    expect(refusal).toBeInstanceOf(PaymentRefused);
    expect(refusal).toBeInstanceOf(QuoteRefused);
    expect(refusal).toMatchObject({ code: 'payment_refused', charged: false, field: 'amount' });
    expect(refusal?.message).toMatchInlineSnapshot(
      `"Nothing was signed: the call costs 0.0525 USD (images 0.05, margin 0.0025) by the challenge, and 0.02 USD (rate 1) by the client's estimate. The option quotes: 'any' accepts it within the budget."`,
    );
  });
});
