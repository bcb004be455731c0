/** Results that are kept: most payers that pay again do so within so many others. */
const maxEntries = 1000;

/** Keeps the results of a function for the last texts that it was called with. An undefined result is not kept. */
export function recentOf<Value>(make: (text: string) => Value): (text: string) => Value {
  const made = new Map<string, Value>();
  return (text) => {
    const known = made.get(text);
    if (known !== undefined) return known;
    const value = make(text);
    made.set(text, value);
    const [oldest] = made.keys();
    if (oldest !== undefined && made.size > maxEntries) made.delete(oldest);
    return value;
  };
}
