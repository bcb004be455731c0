import { expect, test } from 'vitest';
import type { Rule } from '../contract/contract.ts';
import { contractOf } from '../testing/contract.ts';
import { createShopRun } from '../testing/shop-run.ts';
import { constraintOf } from './constraint.ts';
import { ownShare } from './twins.ts';

const contract = await contractOf('base');
const misses = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** The near misses that each of some rules sends in a run of them. */
function sharesOf(rules: readonly Rule[]): readonly (readonly string[])[] {
  const run = { ...createShopRun({ contract, level: 'free' }), selected: new Set(rules.map(({ id }) => id)) };
  return rules.map((rule) => {
    const constraint = constraintOf(rule, run);
    return constraint ? ownShare(misses, constraint) : [];
  });
}

test('twins send the first near misses each, and the others together', () => {
  const twins = contract.rules.filter(({ id }) => id.startsWith('get-') && id.endsWith('-history.session.enum'));
  expect(twins.length).toBeGreaterThan(3);
  const shares = sharesOf(twins);
  for (const share of shares) expect(share).toEqual(expect.arrayContaining(['a', 'b']));
  expect(
    shares
      .flat()
      .filter((miss) => miss > 'b')
      .toSorted(),
  ).toEqual(misses.slice(2));
});

test('a rule that is judged alone, or whose field no other operation has, sends all', () => {
  const twins = contract.rules.filter(({ id }) => id.endsWith('-history.session.enum'));
  const others = contract.rules.filter(({ id }) => id === 'search.sources.items.enum');
  expect(sharesOf(twins.slice(0, 1))).toEqual([misses]);
  expect(sharesOf([...twins.slice(0, 1), ...others])).toEqual([misses, misses]);
});

test('a twin that a target does not offer leaves its share to the others', () => {
  const twins = contract.rules.filter(({ id }) => id.endsWith('-history.session.enum')).slice(0, 2);
  const offered = contract.operations.filter(({ id }) => id !== twins[1]?.operation);
  const run = { ...createShopRun({ contract: { ...contract, operations: offered }, level: 'free' }) };
  const [first] = twins;
  const constraint = first && constraintOf(first, run);
  expect(
    constraint && ownShare(misses, { ...constraint, run: { ...run, selected: new Set(twins.map(({ id }) => id)) } }),
  ).toEqual(misses);
});
