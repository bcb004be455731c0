import fc from 'fast-check';

/** The items in an order that the seed determines. */
export function shuffled<T>(items: readonly T[], seed: number): readonly T[] {
  return fc.sample(fc.shuffledSubarray([...items], { minLength: items.length }), { seed, numRuns: 1 })[0] ?? items;
}
