import { isObject } from '#generators/json-schema/walk.ts';
import type { JsonSchema } from '#generators/model/types.ts';
import { textOf } from './route.ts';

/** How the values of a parameter are written (OpenAPI, Parameter Object, `style` and `explode`). */
interface Manner {
  readonly style: string;
  readonly explode: boolean;
  /** True for a value that is written as JSON. */
  readonly json: boolean;
}

function mannerOf(schema: unknown, usual: string): Manner {
  const own: JsonSchema = isObject(schema) ? (schema as JsonSchema) : {};
  const style = typeof own.style === 'string' ? own.style : usual;
  const explode = typeof own.explode === 'boolean' ? own.explode : style === 'form';
  return { style, explode, json: typeof own.content === 'string' };
}

/** The query of a request, ready for its URL: `?` with what follows, or nothing. */
export function queryText(values: unknown, schema: JsonSchema | undefined): string {
  const pairs = pairsOf(values, Object(schema?.properties));
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

/** A body as `application/x-www-form-urlencoded`; `encoding` says how its fields are written. */
export function formText(values: unknown, encoding: unknown): string {
  return pairsOf(values, Object(encoding)).join('&');
}

function pairsOf(values: unknown, schemas: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(Object(values)).flatMap(([name, value]) => pairs(name, value, mannerOf(schemas[name], 'form')));
}

const delimiters: Readonly<Record<string, string>> = { form: ',', spaceDelimited: '%20', pipeDelimited: '%7C' };

function pairs(name: string, value: unknown, { style, explode, json }: Manner): string[] {
  const pair = (key: string, text: string) => `${encodeURIComponent(key)}=${text}`;
  if (json) return [pair(name, encodeURIComponent(JSON.stringify(value)))];
  if (style === 'deepObject' && isObject(value)) return deepPairs(name, value).map(([key, text]) => pair(key, text));
  if (Array.isArray(value)) {
    if (explode) return value.map((item) => pair(name, encoded(item)));
    return [pair(name, value.map(encoded).join(delimiters[style] ?? ','))];
  }
  if (!isPlainObject(value)) return [pair(name, encoded(value))];
  if (explode) return Object.entries(value).map(([key, inner]) => pair(key, encoded(inner)));
  return [pair(name, Object.entries(value).flat().map(encoded).join(','))];
}

/** The fields of an object with their paths in brackets: `filter[name]`. */
function deepPairs(name: string, value: object): [string, string][] {
  return Object.entries(value).flatMap(([key, inner]) =>
    isPlainObject(inner)
      ? deepPairs(`${name}[${key}]`, inner)
      : [[`${name}[${key}]`, encoded(inner)] as [string, string]],
  );
}

/** A parameter in place in a path, by its style: `simple`, `label` or `matrix`. */
export function pathText(name: string, value: unknown, schema: unknown): string {
  const { style, explode } = mannerOf(schema, 'simple');
  const parts = partsOf(value, explode, encoded);
  if (style === 'label') return `.${parts.join(explode ? '.' : ',')}`;
  if (style !== 'matrix') return parts.join(',');
  const names =
    isPlainObject(value) && explode
      ? parts
      : Array.isArray(value) && explode
        ? parts.map((part) => `${name}=${part}`)
        : undefined;
  return (names ?? [`${name}=${parts.join(',')}`]).map((part) => `;${part}`).join('');
}

/** The value of a header. */
export function headerText(value: unknown, schema: unknown): string {
  const { explode, json } = mannerOf(schema, 'simple');
  return json ? JSON.stringify(value) : partsOf(value, explode, textOf).join(',');
}

/** The parts of a list or object between its delimiters. */
function partsOf(value: unknown, explode: boolean, text: (value: unknown) => string): string[] {
  if (Array.isArray(value)) return value.map(text);
  if (!isPlainObject(value)) return [text(value)];
  const entries = Object.entries(value);
  return explode ? entries.map(([key, inner]) => `${text(key)}=${text(inner)}`) : entries.flat().map(text);
}

function encoded(value: unknown): string {
  return encodeURIComponent(textOf(value));
}

/** True for an object that is no long number, which is a text. */
function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return isObject(value) && !('rawJSON' in value);
}
