/** The given number of items, evenly spread from the first to the last. */
export function spread<T>(items: readonly T[], count: number): readonly T[] {
  if (items.length <= count) return items;
  const step = items.length / count;
  return items.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}

/** The given number of items in their order, spread from the first to the last; a greater number has the same items and others. */
export function sampled<T>(items: readonly T[], count: number): readonly T[] {
  if (items.length <= count) return items;
  const places = new Set<number>();
  // Halves, quarters, eighths and so on.
  for (let parts = 1; places.size < count; parts *= 2)
    for (let part = 0; part < parts && places.size < count; part += 1)
      places.add(Math.floor((part / parts) * items.length));
  return items.filter((_, index) => places.has(index));
}
