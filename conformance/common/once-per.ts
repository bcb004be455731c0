/** Remembers the result of `make` for each key, as long as the key is in use. */
export function oncePer<Key extends object, Result extends object>(make: (key: Key) => Result): (key: Key) => Result {
  const results = new WeakMap<Key, Result>();
  return (key) => {
    const known = results.get(key);
    if (known) return known;
    const result = make(key);
    results.set(key, result);
    return result;
  };
}
