import { expect, test } from 'vitest';
import type { TiersSource } from '../language/price.ts';
import { pricedByTiers } from './tiers.ts';

const steps: TiersSource['steps'] = [{ up_to: 25, usd: '0.005' }, { up_to: 100, usd: '0.004' }, { usd: '0.003' }];
const file = {
  price: 'search',
  kind: 'quoted',
  summary: 'By results',
  rounding: 'up',
  inputs: { n: 'query.n' },
} as const;

test.each([
  ['calls', '((n) <= 25 ? 0.005 : ((n) <= 100 ? 0.004 : 0.003))'],
  ['units', '((n) <= 25 ? (n) * 0.005 : ((n) <= 100 ? (n) * 0.004 : (n) * 0.003))'],
  ['brackets', 'min((n), 25) * 0.005 + max(0, min((n), 100) - 25) * 0.004 + max(0, (n) - 100) * 0.003'],
] as const)('tiers that count %s are an input', (count, tiers) => {
  expect(pricedByTiers({ ...file, tiers: { of: 'n', count, steps } })).toMatchObject({
    inputs: { n: 'query.n', tiers },
    formula: 'tiers',
    breakdown: { tiers: 'tiers' },
  });
});

test('a price may add to its tiers', () => {
  const tiers: TiersSource = { of: 'n', count: 'units', steps: [{ usd: '0.1' }] };
  const written = { ...file, tiers, formula: 'tiers + 0.001', breakdown: { results: 'tiers', fee: '0.001' } };
  expect(pricedByTiers(written)).toMatchObject({ inputs: { tiers: '(n) * 0.1' }, formula: 'tiers + 0.001' });
});
