type Headers = Readonly<Record<string, string>>;

/** Merges headers; a name replaces all of its spellings. */
export function overlay(base: Headers, over: Headers | undefined): Headers {
  if (!over) return base;
  const replaced = new Set(Object.keys(over).map((name) => name.toLowerCase()));
  const kept = Object.entries(base).filter(([name]) => !replaced.has(name.toLowerCase()));
  return { ...Object.fromEntries(kept), ...over };
}

/** No headers. */
export const noHeaders: Readonly<Record<string, string>> = {};
