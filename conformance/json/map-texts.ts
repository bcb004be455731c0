/** Replaces every text within a JSON value, keys left as they are; the shape stays. */
export function mapTexts<T>(value: T, change: (text: string) => string): T {
  // Replacing texts by texts keeps the shape, which the type system cannot see.
  return mapped(value, change) as T;
}

function mapped(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => mapped(item, change));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapped(item, change)]));
}
