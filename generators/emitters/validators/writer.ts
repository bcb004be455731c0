import type { Schemas } from '../../cel/compile/types.ts';
import { isObject, propertiesOf, referenceOf } from '../../json-schema/walk.ts';
import { kebab } from '../../model/names.ts';
import type { Json, JsonSchema } from '../../model/types.ts';
import { literal } from '../typescript/literal.ts';

/** What the writers of single keywords share while one function is written. */
export interface Writer {
  readonly schemas: Schemas;
  /** Imports a runtime helper and returns its name. */
  readonly helper: (name: string) => string;
  /** Puts a constant at the top of the module, once, and returns its name. */
  readonly hoist: (name: string, text: string) => string;
  /** Takes in the statements that check a field of what the function is given; returns what to write in their place. */
  readonly field: (variable: string, lines: readonly string[]) => readonly string[];
  /** Name of the function that checks a named schema, where the schema has one of its own. */
  readonly named: (schema: string) => string | undefined;
  /** Imports a catalog's map and returns its name. */
  readonly catalog: (id: string) => string;
  /** True for an error whose body lists the values that are accepted. */
  readonly lists: (error: Json | undefined) => boolean;
  /** A local name that is not taken in this function. */
  readonly local: (wanted: string) => string;
}

/** Where a value stands in the function that is written: texts of the path's elements, and the rule id's end. */
export interface Place {
  readonly path: readonly string[];
  readonly rule: string;
  /** True below a key that is only known when the check runs: the path does not tell the rule. */
  readonly isDynamic?: boolean;
}

/** Statements that check a value and, where defaults are filled in below it, the variable that holds the filled value. */
export interface Written {
  readonly lines: readonly string[];
  readonly filled?: string;
}

/** What is known of a value before its checks. */
export interface Known {
  /** `required` and `optional` values may be absent; anything else is there. */
  readonly presence?: 'required' | 'optional';
  /** The type that the value is already known to have. */
  readonly type?: string;
  /** True for what a function is given: it returns where the value has another type. */
  readonly isWhole?: boolean;
  /** True for an object of texts, from a query or path. */
  readonly text?: boolean;
}

/** Writes the checks of one schema; handed down so that writers of keywords can call it for what is inside. */
export type Write = (schema: JsonSchema, value: string, place: Place, writer: Writer, known?: Known) => Written;

/** The place of a field. */
export function under(place: Place, field: string): Place {
  return { ...place, path: [...place.path, JSON.stringify(field)], rule: joined(place.rule, kebab(field)) };
}

/** The place of an item of a list; `index` is the variable that runs over them, or a number. */
export function atIndex(place: Place, index: string): Place {
  return { ...place, path: [...place.path, index], rule: joined(place.rule, 'items') };
}

/** The place of the keys or values of a record; `key` is the variable that runs over its keys. */
export function within(place: Place, key: string, segment: string): Place {
  return { path: [...place.path, key], rule: joined(place.rule, segment), isDynamic: true };
}

/** The statement that reports a broken keyword; `limit` is what the keyword asks for. */
export function report(writer: Writer, place: Place, keyword: string, limit?: Json, error?: Json): string {
  const args = ['issues', placeText(place), JSON.stringify(keyword)];
  if (limit !== undefined) args.push(literal(limit));
  if (typeof error === 'string') args.push(JSON.stringify(error));
  return `${writer.helper('report')}(${args.join(', ')});`;
}

/** The text of a place: a field's name, a path, or a path with the rule that it does not tell. */
export function placeText({ path, rule, isDynamic }: Place): string {
  const list = `[${path.join(', ')}]`;
  if (isDynamic) return `{ path: ${list}, rule: ${JSON.stringify(rule)} }`;
  const [only = '[]'] = path;
  return path.length === 1 && only.startsWith('"') ? only : list;
}

function joined(rule: string, segment: string): string {
  return [rule, segment].filter((part) => part !== '').join('.');
}

/** True when filling in defaults may change a value that keeps the schema. */
export function fills(schema: JsonSchema, schemas: Schemas, seen: readonly string[] = []): boolean {
  const name = referenceOf(schema);
  if (name !== undefined) {
    if (seen.includes(name)) return false;
    return fills(schemas[name] ?? {}, schemas, [...seen, name]);
  }
  const inside = (inner: Json | undefined) => isObject(inner) && fills(inner, schemas, seen);
  return (
    schema.prefix !== undefined ||
    propertiesOf(schema).some(([, property]) => defaultOf(property, schemas) !== undefined || inside(property)) ||
    inside(schema.items)
  );
}

/** The default of a schema or of the named one behind it; `undefined` where there is none. */
export function defaultOf(schema: JsonSchema, schemas: Schemas): Json | undefined {
  if ('default' in schema) return schema.default;
  const name = referenceOf(schema);
  return name === undefined ? undefined : defaultOf(schemas[name] ?? {}, schemas);
}
