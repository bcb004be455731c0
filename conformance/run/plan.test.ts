import { parseUsd } from '@tollwright/runtime/money/usd';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { labContract } from '../testing/lab-contract.ts';
import { shopContract } from '../testing/shop-contract.ts';
import { planOf } from './plan.ts';

describe('planOf', () => {
  test('names the cap as the worst case, and expects more for more rules', () => {
    fc.assert(
      fc.property(fc.subarray([...shopContract.rules]), fc.bigInt(0n, 10n ** 9n), (rules, cap) => {
        const some = planOf(rules, shopContract, cap);
        const all = planOf(shopContract.rules, shopContract, cap);
        expect(parseUsd(some.worst)).toBe(some.rows.length === 0 ? 0n : cap);
        expect(parseUsd(some.expected ?? '0')).toBeLessThanOrEqual(parseUsd(all.expected ?? '0') ?? 0n);
      }),
      { numRuns: 25 },
    );
  });

  test('expects nothing where the contract states no price', () => {
    const plan = planOf(labContract.rules, labContract, 2_000_000n);
    expect(plan).toMatchObject({ worst: '2', rows: [{ operation: 'make-forecast' }] });
    expect(plan).not.toHaveProperty('expected');
    expect(plan.rows[0]).not.toHaveProperty('each');
  });
});
