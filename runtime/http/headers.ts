type Headers = Readonly<Record<string, string>>;

/** Puts headers over others; a name replaces its other spellings. */
export function overlay(base: Headers, over: Headers | undefined): Headers {
  if (!over) return base;
  const replaced = new Set(Object.keys(over).map((name) => name.toLowerCase()));
  const kept = Object.entries(base).filter(([name]) => !replaced.has(name.toLowerCase()));
  return { ...Object.fromEntries(kept), ...over };
}

/** The headers of an answer to which nothing has been added yet. */
export const noHeaders: Readonly<Record<string, string>> = {};
