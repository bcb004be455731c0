/** Changes of JSON documents at JSON pointers, and tests of the values there. */

import { isDeepStrictEqual } from 'node:util';
import { pointerSegments } from '@hyperjump/json-pointer';
import type { Message } from './message.ts';
import type { Conditions, Edit, Expected } from './saboteur.ts';

/** A place in a document: a container and the key of a value in it, which may be missing. */
interface Place {
  readonly parent: Record<string, unknown>;
  readonly key: string;
}

/** A copy of a document with all edits made; `others` are further documents that `copy` reads. */
export function edited(document: Message, edits: readonly Edit[], others: Message = {}): Message {
  const copy = structuredClone(document);
  for (const edit of edits) {
    const places = placesAt(copy, edit.at);
    // From the end, so that the items of a list that are removed do not move those that follow.
    for (const place of places.toReversed()) change(place, edit, { ...others, ...copy });
  }
  return copy;
}

/** True if every value of a document is what its condition expects; where a pointer has several, one of them. */
export function holds(document: Message, conditions: Conditions): boolean {
  return Object.entries(conditions).every(([pointer, expected]) => {
    const values = valuesAt(document, pointer);
    return (values.length > 0 ? values : [undefined]).some((value) => accepts(value, expected));
  });
}

/** The values at a JSON pointer: several where it has a `*`. */
export function valuesAt(document: Message, pointer: string): readonly unknown[] {
  return placesAt(document, pointer).flatMap(({ parent, key }) => (key in parent ? [parent[key]] : []));
}

function placesAt(document: Message, pointer: string): readonly Place[] {
  const segments = [...pointerSegments(pointer)];
  const last = segments.pop() ?? '';
  let containers = [document].filter(isContainer);
  for (const segment of segments) {
    containers = containers.flatMap((each) => keysOf(each, segment).map((key) => each[key])).filter(isContainer);
  }
  return containers.flatMap((parent) => keysOf(parent, last).map((key) => ({ parent, key })));
}

/** The keys that a segment of a pointer names: `*` all, and a negative number an item counted from the end. */
function keysOf(container: Record<string, unknown>, segment: string): readonly string[] {
  if (segment === '*') return Object.keys(container);
  if (Array.isArray(container) && segment.startsWith('-')) return [String(container.length + Number(segment))];
  return [segment];
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function change({ parent, key }: Place, edit: Edit, documents: Message): void {
  if ('set' in edit) parent[key] = structuredClone(edit.set);
  else if (edit.copy !== undefined) parent[key] = structuredClone(valuesAt(documents, edit.copy)[0]);
  else if (!(key in parent)) return;
  else if (edit.remove) remove(parent, key);
  else parent[key] = changed(parent[key], edit);
}

function remove(parent: Record<string, unknown>, key: string): void {
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else delete parent[key];
}

function changed(value: unknown, edit: Edit): unknown {
  const { scale, add, keep, replace, convert } = edit;
  if (scale !== undefined) return calculated(value, (amount) => amount * scale);
  if (add !== undefined) return calculated(value, (amount) => amount + add);
  if (keep !== undefined && hasLength(value)) return value.slice(0, keep);
  if ('append' in edit) return extended(value, edit.append);
  if (edit.duplicate && Array.isArray(value)) return [...value, ...structuredClone(value.slice(-1))];
  if (edit.reverse && Array.isArray(value)) return value.toReversed();
  if (replace && typeof value === 'string') return value.replace(new RegExp(replace[0], 'g'), replace[1]);
  if (convert === 'text') return String(value);
  if (convert === 'number' && !Number.isNaN(Number(value))) return Number(value);
  return value;
}

function extended(value: unknown, more: unknown): unknown {
  if (Array.isArray(value)) return [...value, structuredClone(more)];
  return typeof value === 'string' ? value + String(more) : value;
}

/** Decimal places that a calculated amount keeps: those of micro-USDC, and three more. */
const places = 9;

/** Calculates with a number, a number as text, or a date, which counts in seconds; leaves anything else as it is. */
function calculated(value: unknown, calculate: (amount: number) => number): unknown {
  if (typeof value === 'number') return Number(calculate(value).toFixed(places));
  if (typeof value !== 'string') return value;
  if (/^-?\d+$/.test(value)) return String(Math.round(calculate(Number(value))));
  if (/^-?\d+\.\d+$/.test(value)) return String(Number(calculate(Number(value)).toFixed(places)));
  if (!/^\d{4}-\d\d-\d\dT/.test(value)) return value;
  return new Date(calculate(Date.parse(value) / 1000) * 1000).toISOString();
}

function accepts(value: unknown, expected: Expected): boolean {
  if (typeof expected !== 'object' || expected === null || Array.isArray(expected)) {
    return isDeepStrictEqual(value, expected);
  }
  const { present, above, below, matches, longer, shorter } = expected;
  return (
    (!('is' in expected) || isDeepStrictEqual(value, expected.is)) &&
    (!('not' in expected) || !isDeepStrictEqual(value, expected.not)) &&
    (expected.in?.some((each) => isDeepStrictEqual(value, each)) ?? true) &&
    (present === undefined || (value !== undefined) === present) &&
    (above === undefined || Number(value) > above) &&
    (below === undefined || Number(value) < below) &&
    (matches === undefined || (typeof value === 'string' && new RegExp(matches).test(value))) &&
    (longer === undefined || (hasLength(value) && value.length > longer)) &&
    (shorter === undefined || (hasLength(value) && value.length < shorter))
  );
}

function hasLength(value: unknown): value is string | unknown[] {
  return typeof value === 'string' || Array.isArray(value);
}
