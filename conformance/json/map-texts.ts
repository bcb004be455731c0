/** Replaces every string within a JSON value except keys. */
export function mapTexts<T>(value: T, change: (text: string) => string): T {
  // Strings are replaced by strings, so the type stays, which the compiler cannot infer.
  return mapped(value, change) as T;
}

function mapped(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => mapped(item, change));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapped(item, change)]));
}
