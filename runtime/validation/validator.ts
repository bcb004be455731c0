/** Helpers that emitted validators call. */

import { fullFormats } from 'ajv-formats/dist/formats.js';
import { isObject } from '../values/json.ts';
import type { Issue, Validator } from './issue.ts';
import { type Keyword, wording } from './wording.ts';

/** Checks a value, adds its issues, and returns the value with defaults filled in. */
export interface Check<T = unknown> {
  (value: unknown, issues: Issue[]): unknown;
  /** Always absent: it carries the type of valid values. */
  readonly checked?: T;
}

/** The place of a value: the name of a field, a path, or a path with the rule that it does not imply. */
export type IssuePlace = string | Issue['path'] | { readonly path: Issue['path']; readonly rule: string };

/** Creates a validator from a check; `rule` is the prefix of the rule ids that it reports. */
export function validator<T>(check: Check<T>, rule: string): Validator<T> {
  // Used again until something is found: most calls are valid.
  let issues: Issue[] = [];
  return (input) => {
    // A check that was cut short may have left some.
    if (issues.length > 0) issues = [];
    const filled = check(input, issues);
    if (issues.length > 0) {
      const found = issues;
      issues = [];
      move(found, 0, { path: [], rule });
      return { ok: false, issues: found };
    }
    // The emitter derives `T` and the check from one schema.
    return { ok: true, value: (filled === undefined ? input : filled) as T };
  };
}

/** Issues that are reported of one value: a list may have a million invalid items. */
const maxIssues = 100;

/** Adds the issue of a broken JSON Schema keyword; `limit` is the value of the keyword. */
export function report(issues: Issue[], place: IssuePlace, keyword: Keyword, limit?: unknown, error?: string): void {
  if (issues.length >= maxIssues) return;
  const { path, rule } = located(place);
  const say: (limit: unknown) => string = wording[keyword];
  const issue = { path, rule: joined(rule, kebab(keyword)), message: say(limit) };
  issues.push(error === undefined ? issue : { ...issue, error });
}

/** Adds the issue of a required value that is absent or has another type. */
export function refuse(issues: Issue[], place: IssuePlace, value: unknown, type: string): void {
  if (value === undefined) report(issues, place, 'required');
  else report(issues, place, 'type', type);
}

/**
 * Prefixes the paths of the issues from `start` on with a place.
 *
 * A check reports paths relative to its own value, so that a valid value costs no path.
 */
export function move(issues: Issue[], start: number, place: IssuePlace): void {
  const { path, rule } = located(place);
  for (let index = start; index < issues.length; index += 1) {
    const issue = issues[index];
    if (issue) issues[index] = { ...issue, path: [...path, ...issue.path], rule: joined(rule, issue.rule) };
  }
}

/** A place with the rule of its path: names of fields, and `items` for items of a list. */
function located(place: IssuePlace): { readonly path: Issue['path']; readonly rule: string } {
  if (typeof place === 'object' && 'rule' in place) return place;
  const path = typeof place === 'string' ? [place] : place;
  return { path, rule: path.map((key) => (typeof key === 'number' ? 'items' : kebab(key))).reduce(joined, '') };
}

function joined(rule: string, segment: string): string {
  return rule === '' || segment === '' ? rule + segment : `${rule}.${segment}`;
}

/** Rules are named in kebab-case: `max_results` and `maxLength` are two words. */
function kebab(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase();
}

/** True when a check finds nothing wrong. */
export function passes(check: (issues: Issue[]) => void): boolean {
  const issues: Issue[] = [];
  check(issues);
  return issues.length === 0;
}

/** A copy of an object with defaults for missing fields, and with `replaced` values. */
export function fill(
  value: Readonly<Record<string, unknown>>,
  defaults: Readonly<Record<string, unknown>>,
  replaced: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const filled: Record<string, unknown> = { ...defaults, ...value };
  for (const [key, inner] of Object.entries(replaced)) if (inner !== undefined) filled[key] = inner;
  return filled;
}

/** A value as a form of it leaves it, with defaults filled in; `undefined` where the form refuses it. */
export function formOf(check: (issues: Issue[]) => unknown): unknown {
  const issues: Issue[] = [];
  const filled = check(issues);
  return issues.length === 0 ? filled : undefined;
}

/** A value with what two schemas of it have filled in, each in a copy; the first wins. */
export function together(value: unknown, one: unknown, other: unknown): unknown {
  if (one === value || other === value) return one === value ? other : one;
  if (Array.isArray(value) && Array.isArray(one) && Array.isArray(other))
    return value.map((item, index) => together(item, one[index], other[index]));
  if (!isObject(value) || !isObject(one) || !isObject(other)) return one;
  const entries = Object.entries({ ...other, ...one }).map(([key, filled]) => [
    key,
    Object.hasOwn(value, key) ? together(value[key], filled, other[key]) : filled,
  ]);
  return Object.fromEntries(entries);
}

/** True for a whole number. */
export function isInteger(value: unknown): value is number {
  return Number.isInteger(value);
}

/** The object's own value under a key that every object inherits. */
export function own(value: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

/** True when a text has fewer code points than `least`. */
export function isShorter(text: string, least: number): boolean {
  return text.length < least || (text.length < least * 2 && [...text].length < least);
}

/** True when a text has more code points than `most`. */
export function isLonger(text: string, most: number): boolean {
  return text.length > most && (text.length > most * 2 || [...text].length > most);
}

/** True when `value` is a whole multiple of `step`, both taken as the decimals they are written as. */
export function isMultipleOf(value: number, step: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(step)) return value % step === 0;
  const [a, b] = [decimalOf(value), decimalOf(step)];
  const places = Math.max(a.places, b.places);
  return (a.digits * 10n ** BigInt(places - a.places)) % (b.digits * 10n ** BigInt(places - b.places)) === 0n;
}

function decimalOf(value: number): { digits: bigint; places: number } {
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  const [whole = '', rest = ''] = mantissa.split('.');
  const places = rest.length - Number(exponent);
  const digits = BigInt(whole + rest);
  return places >= 0 ? { digits, places } : { digits: digits * 10n ** BigInt(-places), places: 0 };
}

/** True when no two items are equal as JSON values. */
export function areDistinct(items: readonly unknown[]): boolean {
  const nested = items.filter((item) => typeof item === 'object' && item !== null);
  const plain = nested.length === 0 ? items : items.filter((item) => typeof item !== 'object' || item === null);
  return new Set(plain).size === plain.length && new Set(nested.map(canonical)).size === nested.length;
}

/** The JSON text of a value with its keys in order: the same for equal values. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );
}

/** The number that a text spells as a whole number; other texts stay, for the check of the type to refuse. */
export function readInteger(value: unknown): unknown {
  return typeof value === 'string' && /^-?(0|[1-9]\d*)$/.test(value) ? Number(value) : value;
}

/** The number that a text spells the way JSON does. */
export function readNumber(value: unknown): unknown {
  return typeof value === 'string' && /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(value) ? Number(value) : value;
}

/** The boolean that a text spells. */
export function readBoolean(value: unknown): unknown {
  return value === 'true' ? true : value === 'false' ? false : value;
}

/** A parameter that may be given several times, as a list. */
export function readList(value: unknown, each: (item: unknown) => unknown = (item) => item): unknown {
  return value === undefined ? undefined : (Array.isArray(value) ? value : [value]).map(each);
}

/** Tests of text formats by name. */
export const hasFormat: Readonly<Record<keyof typeof fullFormats | 'e164', (text: string) => boolean>> = {
  // Object.fromEntries forgets the names that it is given.
  ...(Object.fromEntries(Object.entries(fullFormats).map(([name, format]) => [name, tester(format)])) as Record<
    keyof typeof fullFormats,
    (text: string) => boolean
  >),
  uri: (text) => (text.length > maxUriLength ? hasUriCharacters(text) : grammarOfUris(text)),
  e164: (text) => /^\+[1-9]\d{1,14}$/.test(text),
};

/** Characters above which the full grammar of URIs would overflow the stack: images are sent as such URIs. */
const maxUriLength = 8192;

const grammarOfUris = tester(fullFormats.uri);

/** A scheme, followed by no character that URIs must not have: a negative search needs no stack for long texts. */
function hasUriCharacters(text: string): boolean {
  const [scheme] = /^[a-z][a-z0-9+.-]*:/i.exec(text.slice(0, maxUriLength)) ?? [];
  if (scheme === undefined || scheme.length === text.length) return false;
  return !/[^\w.~:/?#[\]@!$&'()*+,;=%-]/.test(text) && !/%(?![0-9a-f]{2})/i.test(text);
}

function tester(format: unknown): (text: string) => boolean {
  if (format instanceof RegExp) return (text) => format.test(text);
  if (typeof format === 'function') return (text) => format(text) === true;
  return isObject(format) ? tester(format.validate) : () => true;
}
