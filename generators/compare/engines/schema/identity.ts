import type { Json } from '../../../model/types.ts';
import type { Schema } from './dialect.ts';

const known = new WeakMap<object, number>();
const byText = new Map<string, number>();

/** Tells whether two schemas say the same; the order of names does not count. Each object is read once in a process. */
export function isSameSchema(one: Schema, other: Schema): boolean {
  return one === other || idOf(one) === idOf(other);
}

/** A number that two values share where they are the same JSON. */
export function idOf(value: Json): number {
  if (typeof value !== 'object' || value === null) return idOfText(JSON.stringify(value));
  const own = known.get(value);
  if (own !== undefined) return own;
  const id = idOfText(
    Array.isArray(value)
      ? `[${value.map(idOf).join()}]`
      : `{${Object.entries(value)
          .map(([name, inner]) => `${JSON.stringify(name)}:${idOf(inner)}`)
          .sort()
          .join()}}`,
  );
  known.set(value, id);
  return id;
}

function idOfText(text: string): number {
  const id = byText.get(text) ?? byText.size;
  byText.set(text, id);
  return id;
}
