/** What results are made from besides an argument: functions that answer the same object while it says the same. */
type Sources<Source> = { readonly [Name in keyof Source]: (...words: never[]) => unknown };

/** A question to the sources with its answer. */
interface Read<Source> {
  readonly name: keyof Source;
  readonly words: readonly never[];
  readonly answer: unknown;
}

interface Result<Source, Value> {
  readonly value: Value;
  readonly reads: readonly Read<Source>[];
}

/** Results that are kept for one argument: hosts differ in what they answer, and there are fewer of them. */
const most = 32;

/**
 * Keeps what a function makes of an argument, together with all that it asked its sources meanwhile.
 *
 * It is made anew only where a source answers anything else than it did: `generate --watch` makes only what a change
 * concerns, and what is the same on several hosts is made once. Nothing lists what depends on what, so that nothing can
 * be forgotten in such a list. The function must reach all that changes by its argument and its sources, before it
 * returns; it may hand the sources on.
 */
export function kept<Key extends object, Source extends Sources<Source>, Value>(
  make: (key: Key, sources: Source) => Value,
): (key: Key, sources: Source) => Value {
  const results = new WeakMap<Key, readonly Result<Source, Value>[]>();
  return (key, sources) => {
    const known = results.get(key) ?? [];
    const found = known.find(({ reads }) =>
      reads.every(({ name, words, answer }) => sources[name](...words) === answer),
    );
    if (found) return found.value;
    const reads: Read<Source>[] = [];
    const value = make(key, recording(sources, reads));
    results.set(key, [{ value, reads }, ...known].slice(0, most));
    return value;
  };
}

/** The same sources, which note each question and its answer. */
function recording<Source extends Sources<Source>>(sources: Source, reads: Read<Source>[]): Source {
  const noting: Partial<Record<keyof Source, (...words: never[]) => unknown>> = {};
  for (const name of Object.keys(sources) as (keyof Source)[]) {
    noting[name] = (...words) => {
      const answer = sources[name](...words);
      reads.push({ name, words, answer });
      return answer;
    };
  }
  // Each function is exchanged for one of its own signature.
  return noting as unknown as Source;
}
