import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FairPool } from './fair-pool.ts';

describe('a pool', () => {
  test('admits every request while there is room, then drops the least recently used of the largest network', () => {
    const pool = new FairPool<string>(4);
    for (const holder of ['a', 'b', 'c', 'd']) expect(pool.take('attacker', holder, 1)).toEqual([]);
    pool.take('attacker', 'a', 0);
    expect(pool.take('honest', 'x', 1)).toEqual(['b']);
    expect(pool.take('honest', 'y', 1)).toEqual(['c']);
    pool.release('attacker', 'a');
    expect(pool.take('honest', 'z', 1)).toEqual([]);
  });

  test('takes the place of the oldest network where all have the same', () => {
    const pool = new FairPool<string>(2);
    pool.take('one', 'a', 1);
    pool.take('two', 'b', 1);
    expect(pool.take('three', 'c', 1)).toEqual(['a']);
  });

  test('never holds more than its maximum, and never takes from a network that has less than its part', () => {
    const step = fc.record({ network: fc.nat(4), holder: fc.nat(3), units: fc.nat(40), leaves: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const pool = new FairPool<string>(100);
        const held = new Map<string, number>();
        const of = (network: string) =>
          [...held].reduce((sum, [name, units]) => (name.startsWith(`${network}/`) ? sum + units : sum), 0);
        for (const { network, holder, units, leaves } of steps) {
          const name = `${network}/${holder}`;
          if (leaves) {
            pool.release(String(network), name);
            held.delete(name);
            continue;
          }
          held.set(name, (held.get(name) ?? 0) + units);
          for (const lost of pool.take(String(network), name, units)) {
            // Five networks share 100 units.
            expect(of(lost.split('/')[0] ?? '')).toBeGreaterThanOrEqual(20);
            held.delete(lost);
          }
          expect([...held.values()].reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(100);
        }
      }),
    );
  });
});
