/** Simulated pages of a list. */

import type { Json, JsonSchema, Operation } from '#conformance/contract/contract.ts';
import { isObject } from '#generators/json-schema/walk.ts';
import type { MakeValue } from './value.ts';

/** Items of a simulated list, and those of a page by default. */
const counts = { items: 5, page: 2 };

type Fields = Readonly<Record<string, unknown>>;

/** A page of a made-up list: the one at the cursor that the query names. */
export function pageOf(
  { items, next, cursor, id, size }: NonNullable<Operation['pages']>,
  schema: JsonSchema,
  query: Fields,
  make: MakeValue,
): Json {
  const start = Number(query[cursor] ?? 0);
  const end = start + Number((size === undefined ? undefined : query[size]) ?? counts.page);
  const all = Array.from({ length: counts.items }, (_, index) => itemOf(schema, items, id, index, make));
  const body = make(schema, 1) ?? {};
  return placed(placed(body, items, all.slice(start, end)), next, end < counts.items ? String(end) : undefined);
}

function itemOf(schema: JsonSchema, items: string, id: string, index: number, make: MakeValue): Json {
  const list = at(make(schema, index + 1), items);
  const item = Array.isArray(list) ? (list[0] ?? {}) : {};
  return placed(item, id, typeof at(item, id) === 'number' ? index + 1 : `item-${index + 1}`);
}

function at(value: Json | undefined, pointer: string): Json | undefined {
  let found = value;
  for (const step of pointer.split('/').slice(1)) found = isObject(found) ? found[step] : undefined;
  return found;
}

/** A value with another one at a JSON pointer; without any there for `undefined`. */
function placed(value: Json, pointer: string, given: Json | undefined): Json {
  const [, name, ...rest] = pointer.split('/');
  if (name === undefined) return given ?? null;
  const { [name]: known, ...others } = isObject(value) ? value : {};
  if (rest.length > 0) return { ...others, [name]: placed(known ?? {}, `/${rest.join('/')}`, given) };
  return given === undefined ? others : { ...others, [name]: given };
}
