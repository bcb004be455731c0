/** Reading objects of a known shape out of JSON values. */

/** Helpers by which emitted formulas and conditions read JSON values. */

/** UTF-16 units from which on it is faster to look for surrogates first. */
const long = 64;

/** Either half of a surrogate pair. */
const surrogate = /[\ud800-\udfff]/;

/** Counts the code points of a text; UTF-16 pairs count once. */
export function characters(text: string): number {
  const { length } = text;
  if (length > long && !surrogate.test(text)) return length;
  let count = length;
  for (let index = 1; index < length; index += 1) {
    const isLow = (text.charCodeAt(index) & 0xfc00) === 0xdc00;
    if (isLow && (text.charCodeAt(index - 1) & 0xfc00) === 0xd800) count -= 1;
  }
  return count;
}

/** Characters that JSON escapes, or that take more than a byte. */
const notPlain = /[^ !#-[\]-~]/;

/** Control characters that JSON escapes by one letter: `\b`, `\t`, `\n`, `\f`, `\r`. */
const shortEscapes: readonly number[] = [0x08, 0x09, 0x0a, 0x0c, 0x0d];

/**
 * Counts the bytes of a text in JSON, with its quotes.
 *
 * Callers choose how long it is before they pay, and a count needs no copy of it.
 */
function textBytes(text: string): number {
  const { length } = text;
  let bytes = length + 2;
  if (length > long && !notPlain.test(text)) return bytes;
  for (let index = 0; index < length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x20) bytes += shortEscapes.includes(unit) ? 1 : 5;
    else if (unit < 0x80) bytes += unit === 0x22 || unit === 0x5c ? 1 : 0;
    else if (unit < 0x800) bytes += 1;
    else if (unit < 0xd800 || unit > 0xdfff) bytes += 2;
    else if (unit < 0xdc00 && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00) {
      // Both halves of a pair take four bytes.
      bytes += 2;
      index += 1;
    } else bytes += 5; // Half a pair is escaped by six characters.
  }
  return bytes;
}

/** Counts the bytes of a value when it is sent as JSON in UTF-8: its keys, numbers and punctuation as well as its texts. */
export function jsonBytes(value: unknown): number {
  if (typeof value === 'string') return textBytes(value);
  if (Array.isArray(value)) {
    const items = value.reduce((sum: number, item) => sum + (jsonBytes(item) || 'null'.length) + 1, 0);
    return Math.max(2, items + 1);
  }
  return isObject(value) ? objectBytes(value) : (JSON.stringify(value)?.length ?? 0);
}

/** Counts the bytes of an object of which only some values are sent; JSON leaves out those that are undefined. */
function objectBytes(
  value: Readonly<Record<string, unknown>>,
  isSent: (value: unknown) => boolean = () => true,
): number {
  let bytes = 1;
  for (const key of Object.keys(value)) {
    const inner = value[key];
    // A value is followed by a comma or a brace.
    if (inner !== undefined && isSent(inner)) bytes += textBytes(key) + 1 + jsonBytes(inner) + 1;
  }
  return Math.max(2, bytes);
}

/**
 * Counts the bytes of a request that a model reads.
 *
 * These are all but the numbers, booleans and nulls of its own fields, such as `temperature` and `stream`, which only say
 * how to answer.
 */
export function promptBytes(request: unknown): number {
  return isObject(request)
    ? objectBytes(request, (value) => typeof value === 'string' || (typeof value === 'object' && value !== null))
    : jsonBytes(request);
}

/** True for JSON objects. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value under a path of keys of a JSON value, or `undefined` where the path ends early. */
export function read(value: unknown, ...path: readonly (string | number)[]): unknown {
  let found = value;
  for (const key of path) {
    const inside = typeof found === 'object' && found !== null && Object.hasOwn(found, key);
    if (!inside) return undefined;
    found = Object.getOwnPropertyDescriptor(found, key)?.value;
  }
  return found;
}

/** An entry of a record or an item of a list; throws where there is none. */
export function at<T>(values: Readonly<Record<string, T>> | readonly T[], key: string | number): T {
  // What a record or a list has of its own are its values; the keys of either may be written as texts.
  const found = Object.hasOwn(values, key) ? (values as Readonly<Record<string | number, T>>)[key] : undefined;
  if (found === undefined) throw new RangeError(`Nothing is at ${JSON.stringify(key)}.`);
  return found;
}

/** A catalog's entry; throws where the catalog has none. */
export function lookup<T>(catalog: ReadonlyMap<string, T>, key: unknown): T {
  const found = typeof key === 'string' ? catalog.get(key) : undefined;
  if (found === undefined) throw new RangeError(`The catalog has no entry ${JSON.stringify(key)}.`);
  return found;
}

/** The key of a catalog that a text names: itself, or else the first that has it behind a slash. */
export function wholeKey(catalog: ReadonlyMap<string, unknown>, text: string): string | undefined {
  if (catalog.has(text)) return text;
  for (const key of catalog.keys()) if (key.endsWith(`/${text}`)) return key;
  return undefined;
}

/** Items of a list, or keys of a record: what a macro runs over. */
export function items(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (isObject(value)) return Object.keys(value);
  throw new TypeError('Only lists and records have items.');
}

/** Code points of a string, items of a list, entries of a record. */
export function size(value: unknown): number {
  return typeof value === 'string' ? characters(value) : items(value).length;
}

/** Equality of JSON values; the order of keys does not count. */
export function equal(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => equal(item, b[index]));
  }
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && equal(a[key], b[key]));
}

/** True when a list holds the value, or a record has it as a key. */
export function contains(values: unknown, value: unknown): boolean {
  if (Array.isArray(values)) return values.some((item) => equal(item, value));
  return isObject(values) && typeof value === 'string' && Object.hasOwn(values, value);
}

/** The items without repetitions, first come first kept. Simple values take linear time, however many come. */
export function distinct<T>(values: readonly T[]): readonly T[] {
  if (values.every((value) => typeof value !== 'object'))
    // A few are found sooner among themselves than in a set.
    return values.length > 8 ? [...new Set(values)] : values.filter((value, index) => values.indexOf(value) === index);
  return values.filter((value, index) => values.findIndex((other) => equal(other, value)) === index);
}

/** The text after a prefix; the whole text where it does not begin with it. */
export function withoutPrefix(text: string, prefix: string): string {
  return text.startsWith(prefix) ? text.slice(prefix.length) : text;
}

/** Negative, zero or positive as `a` comes before, with or after `b` in the order of code points. */
export function compareText(a: string, b: string): number {
  const [left, right] = [[...a], [...b]];
  for (const [index, character] of left.entries()) {
    const difference = (character.codePointAt(0) ?? 0) - (right[index]?.codePointAt(0) ?? -1);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

/** An optional value that a formula cannot do without; throws where it is absent. */
export function present<T>(value: T | undefined): T {
  if (value === undefined) throw new RangeError('A formula reads a field that is absent.');
  return value;
}

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
