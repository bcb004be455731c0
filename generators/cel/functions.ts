import { any, bool, listType, number, type Type, text } from './types.ts';

/** The parameters and the result of a function. */
export interface Signature {
  /** The kind of each argument; the last one repeats when `many`. */
  readonly takes: readonly Type['kind'][];
  /** Kinds that an argument may have beside its own: text, lists and maps all have a size. */
  readonly also?: readonly Type['kind'][];
  readonly many?: boolean;
  readonly gives: Type;
}

const isKind: Signature = { takes: ['any'], gives: bool };
const extreme: Signature = { takes: ['number'], also: ['list'], many: true, gives: number };
const step: Signature = { takes: ['number'], gives: number };
const compare: Signature = { takes: ['text', 'text'], gives: bool };

/** The functions of expressions by name. `x.f(y)` and `f(x, y)` are the same. */
export const signatures: Readonly<Record<string, Signature>> = {
  size: { takes: ['text'], also: ['list', 'map', 'object'], gives: number },
  min: extreme,
  max: extreme,
  ceil: step,
  floor: step,
  round: step,
  abs: step,
  sum: { takes: ['list'], gives: number },
  string: { takes: ['any'], gives: text },
  number: { takes: ['text'], also: ['number'], gives: number },
  characters: { takes: ['text'], gives: number },
  prompt_bytes: { takes: ['any'], gives: number },
  figures: { takes: ['any'], gives: listType(number) },
  catalog: { takes: ['text', 'text'], gives: any },
  known: { takes: ['text', 'text'], gives: bool },
  catalog_keys: { takes: ['text'], gives: listType(text) },
  keys: { takes: ['map'], also: ['object'], gives: listType(text) },
  distinct: { takes: ['list'], gives: any },
  lower: { takes: ['text'], gives: text },
  trim: { takes: ['text'], gives: text },
  without_prefix: { takes: ['text', 'text'], gives: text },
  split: { takes: ['text', 'text'], gives: listType(text) },
  is_string: isKind,
  is_list: isKind,
  is_map: isKind,
  is_number: isKind,
  is_bool: isKind,
  is_null: isKind,
  startsWith: compare,
  endsWith: compare,
  contains: compare,
  matches: compare,
};

/** Functions whose first argument is the id of a catalog, written in quotes. */
export const readsCatalog: ReadonlySet<string> = new Set(['catalog', 'known', 'catalog_keys']);
