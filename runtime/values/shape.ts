/** Reading objects of a known shape out of JSON values. */

import { isObject } from './json.ts';

/** Any text. */
export const anyText = /^/;

/** The named fields of an object, each a string that matches its pattern; `undefined` where one does not. */
export function stringsOf<Name extends string>(
  value: unknown,
  patterns: Readonly<Record<Name, RegExp>>,
): Readonly<Record<Name, string>> | undefined {
  if (!isObject(value)) return undefined;
  const found: Record<string, string> = {};
  for (const [name, pattern] of Object.entries<RegExp>(patterns)) {
    const field = value[name];
    if (typeof field !== 'string' || !pattern.test(field)) return undefined;
    found[name] = field;
  }
  // The loop has found each of the names.
  return found as Record<Name, string>;
}
