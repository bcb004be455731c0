/**
 * Finds a smallest part of a list that still does what the whole does: leaving out any one of its items ends it.
 *
 * Leaves out ever smaller runs of items, so that few trials are needed where few items matter.
 */
export async function smallest<T>(
  items: readonly T[],
  holds: (some: readonly T[]) => Promise<boolean>,
): Promise<readonly T[]> {
  let kept = items;
  for (let size = Math.ceil(items.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let start = 0; start < kept.length; ) {
      const others = [...kept.slice(0, start), ...kept.slice(start + size)];
      if (others.length > 0 && (await holds(others))) kept = others;
      else start += size;
    }
  }
  return kept;
}
