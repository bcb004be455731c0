/** JSON values that differ from a given one in one place. */

import { isObject } from '@tollwright/runtime/values/json';

/** Names and indices that lead to a place; `items` and `*` stand for any, as in the path of a rule. */
export type Trail = readonly string[];

/** Items of a list that is longer than any limit of a list. */
const longListLength = 2001;

/** Further values for a place, besides the usual changes of its value. */
export interface More {
  /** Names that objects may have. */
  readonly names?: readonly string[];
  /** Values for the whole place. */
  readonly values?: readonly unknown[];
}

/** The first accepted value that differs in one place at or under the trail. */
export function variationOf(
  value: unknown,
  trail: Trail,
  accept: (candidate: unknown) => boolean,
  more: More = {},
): { readonly value: unknown } | undefined {
  for (const candidate of variations(value, trail, more)) if (accept(candidate)) return { value: candidate };
  return undefined;
}

/** Each value that differs in one place at the end of a trail, then in one place below it. */
export function* variations(value: unknown, trail: Trail, more: More = {}): Generator<unknown> {
  const [step, ...rest] = trail;
  if (step === undefined) {
    yield* changed(value, more);
    for (const [name] of entriesOf(value)) yield* at(value, name, [], more);
    return;
  }
  const names = entriesOf(value).map(([name]) => name);
  for (const name of step === '*' || (step === 'items' && Array.isArray(value)) ? names : [step]) {
    if (names.includes(name)) yield* at(value, name, rest, more);
  }
}

function* at(value: unknown, name: string, rest: Trail, more: More): Generator<unknown> {
  if (rest.length === 0) yield without(value, name);
  const inner = Array.isArray(value) ? value[Number(name)] : Object(value)[name];
  for (const other of variations(inner, rest, more)) yield put(value, name, other);
}

function* changed(value: unknown, { names = [], values = [] }: More): Generator<unknown> {
  if (typeof value === 'string') {
    yield* [
      `${value}.`,
      `${value}x`,
      `x${value}`,
      `@${value}`,
      value.toUpperCase(),
      value.toLowerCase(),
      value.slice(1),
      value.slice(0, -1),
      '',
      'other',
      'data:text/plain;base64,b3RoZXI=',
      7,
    ];
    yield* Array.from({ length: 12 }, (_, power) => 'x'.repeat(2 ** power));
    yield* Number.isNaN(Number(value)) ? [] : ['0', `${value}1`, `1${value}`];
  } else if (typeof value === 'number') {
    yield* [value + 1, value - 1, value + 0.5, -value, 0, String(value), value * 1000, -1];
  } else if (typeof value === 'boolean') {
    yield* [!value, String(value)];
  } else if (Array.isArray(value)) {
    yield* [value.slice(0, -1), [...value, ...value.slice(-1)], [...value, ...value], value.toReversed(), [], 'other'];
    yield Array.from({ length: longListLength }, () => value[0] ?? 'other');
  } else if (isObject(value)) {
    yield* [...['unknown_key', ...names].map((name) => ({ ...value, [name]: 1 })), 'other', []];
    const all = Object.fromEntries(names.map((name) => [name, 1]));
    yield* names.map((name) => ({ ...value, [name]: all }));
    yield* withSameTexts(value);
  }
  yield* [...values, null, 7, 'other', true, [], {}];
}

/** The object with each of its texts in the place of each other one. */
function* withSameTexts(value: Readonly<Record<string, unknown>>): Generator<unknown> {
  const texts = Object.entries(value).filter(([, text]) => typeof text === 'string');
  for (const [name] of texts) for (const [other, text] of texts) if (name !== other) yield { ...value, [name]: text };
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return isObject(value) || Array.isArray(value) ? Object.entries(value) : [];
}

function without(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value.toSpliced(Number(name), 1);
  return Object.fromEntries(entriesOf(value).filter(([each]) => each !== name));
}

function put(value: unknown, name: string, inner: unknown): unknown {
  return Array.isArray(value) ? value.with(Number(name), inner) : { ...Object(value), [name]: inner };
}
