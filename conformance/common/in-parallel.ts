import pMap, { pMapSkip } from 'p-map';

/**
 * Maps items with a bounded concurrency; the results are in the order of the items.
 *
 * The first error rejects, but only after the calls under way are done: what they change must not reach into what follows.
 */
export async function inParallel<T, R>(
  items: readonly T[],
  concurrency: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  let failed: { readonly error: unknown } | undefined;
  const results = await pMap<T, R>(
    items,
    async (item) => {
      if (failed) return pMapSkip;
      try {
        return await work(item);
      } catch (error) {
        failed ??= { error };
        return pMapSkip;
      }
    },
    { concurrency },
  );
  if (failed) throw failed.error;
  return results;
}
