/** Texts of which something is kept: who pays again mostly does so within so many payers. */
const most = 1000;

/** Keeps what a function makes of a text, until so many others have come; `undefined` is made anew. */
export function recentOf<Value>(make: (text: string) => Value): (text: string) => Value {
  const made = new Map<string, Value>();
  return (text) => {
    const known = made.get(text);
    if (known !== undefined) return known;
    const value = make(text);
    made.set(text, value);
    const [oldest] = made.keys();
    if (oldest !== undefined && made.size > most) made.delete(oldest);
    return value;
  };
}
