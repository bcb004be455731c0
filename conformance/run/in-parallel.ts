/**
 * Does work on each item, so many at a time; answers the results in the order of the items.
 *
 * The first error ends it, but not before all is done that has begun.
 */
export async function inParallel<T, R>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  let broken: { readonly error: unknown } | undefined;
  const worker = async () => {
    for (const [index, item] of queue) {
      if (broken) return;
      try {
        results[index] = await work(item);
      } catch (error) {
        broken ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  if (broken) throw broken.error;
  return results;
}
