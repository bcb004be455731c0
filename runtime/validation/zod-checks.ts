/** Checks for JSON Schema keywords that zod does not have. */

import { equal } from '../values/json.ts';
import { areDistinct, hasFormat, isLonger, isMultipleOf, isShorter } from './validator.ts';

/** The argument of a zod check. Zod's own type would add half a second to the type-check of each file. */
interface Payload<T> {
  value: T;
  readonly issues: unknown[];
}

type Check<T> = (payload: Payload<T>) => void;

/** The part of a zod schema that the checks use. */
interface Schema {
  safeParse(value: unknown): {
    readonly success: boolean;
    readonly data?: unknown;
    readonly error?: Refusal | undefined;
  };
}

interface Refusal {
  readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];
}

/** At least so many code points; zod itself counts UTF-16 units. */
export function minCharacters(least: number): Check<string> {
  return check((text) => !isShorter(text, least), `must have at least ${least} characters`);
}

/** At most so many code points. */
export function maxCharacters(most: number): Check<string> {
  return check((text) => !isLonger(text, most), `must have at most ${most} characters`);
}

/** A text of a JSON Schema format. */
export function format(name: keyof typeof hasFormat): Check<string> {
  return check((text) => hasFormat[name](text), `must be of format ${name}`);
}

/** A whole number of any size. */
export const integer: Check<number> = check(Number.isInteger, 'must be an integer');

/** A multiple of a decimal. */
export function multipleOf(step: number): Check<number> {
  return check((value) => isMultipleOf(value, step), `must be a multiple of ${step}`);
}

/** A list without repetitions. */
export const unique: Check<readonly unknown[]> = check(areDistinct, 'must have unique items');

/** An object of at least so many keys. */
export function minProperties(least: number): Check<object> {
  return check((value) => Object.keys(value).length >= least, `must have at least ${least} properties`);
}

/** An object of at most so many keys. */
export function maxProperties(most: number): Check<object> {
  return check((value) => Object.keys(value).length <= most, `must have at most ${most} properties`);
}

/** An object that has, beside a property, those that the property requires. */
export function dependentRequired(required: Readonly<Record<string, readonly string[]>>): Check<object> {
  return check(
    (value) =>
      Object.entries(required).every(
        ([name, needed]) => !Object.hasOwn(value, name) || needed.every((each) => Object.hasOwn(value, each)),
      ),
    'lacks a property that another one requires',
  );
}

/** An object whose keys a schema allows. */
export function keys(schema: Schema): Check<object> {
  return check(
    (value) => Object.keys(value).every((key) => schema.safeParse(key).success),
    'has a key that is not allowed',
  );
}

/** An object whose values under other keys than the known ones a schema accepts. */
export function others(known: readonly string[], schema: Schema): Check<object> {
  return ({ value, issues }) => {
    for (const [key, inner] of Object.entries(value)) {
      if (known.includes(key)) continue;
      for (const { path, message } of schema.safeParse(inner).error?.issues ?? [])
        issues.push({ code: 'custom', path: [key, ...path], message, input: inner });
    }
  };
}

/** One of several JSON values. */
export function among(values: readonly unknown[]): Check<unknown> {
  return check((value) => values.some((other) => equal(value, other)), `must be one of ${JSON.stringify(values)}`);
}

/** Requires that a second schema accepts the value too, and fills in its defaults. */
export function also(schema: Schema): Check<unknown> {
  return (payload) => {
    const { value, issues } = payload;
    const { success, data, error } = schema.safeParse(value);
    if (success) payload.value = data;
    for (const { path, message } of error?.issues ?? []) issues.push({ code: 'custom', path, message, input: value });
  };
}

/** A value that a schema refuses. */
export function not(schema: Schema): Check<unknown> {
  return check((value) => !schema.safeParse(value).success, 'must be something else');
}

/** A value that `then` accepts if `test` does, and that `otherwise` accepts if not. */
export function when(test: Schema, then: Schema, otherwise?: Schema): Check<unknown> {
  return (payload) => {
    const asked = test.safeParse(payload.value).success ? then : otherwise;
    if (asked) also(asked)(payload);
  };
}

function check<T>(holds: (value: T) => boolean, message: string): Check<T> {
  return ({ value, issues }) => {
    if (!holds(value)) issues.push({ code: 'custom', message, input: value });
  };
}
