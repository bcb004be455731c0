import { once } from '../../common/once.ts';
import { isObject } from '../../json-schema/walk.ts';
import type { CatalogEntry, Json, JsonSchema } from '../../model/types.ts';
import type { Type } from './types.ts';

const decimalText = /^-?\d+(\.\d+)?$/;

/** The common type of the entries of a catalog. Texts that are all decimals count as numbers. */
export const typeOfEntries = once((entries: readonly CatalogEntry[]): Type => {
  return typeOfValues(entries.map(({ values }) => values));
});

function typeOfValues(values: readonly Json[]): Type {
  if (values.length === 0) return { is: 'unknown' };
  if (values.every(isDecimal)) return typeOfDecimals(values);
  if (values.every((value) => typeof value === 'string')) return { is: 'string' };
  if (values.every((value) => typeof value === 'boolean')) return { is: 'boolean' };
  if (values.every((value) => Array.isArray(value))) return { is: 'list', items: typeOfValues(values.flat()) };
  return values.every(isObject) ? typeOfObjects(values) : { is: 'unknown' };
}

function isDecimal(value: Json): value is string | number {
  return typeof value === 'number' || (typeof value === 'string' && decimalText.test(value));
}

function typeOfDecimals(values: readonly (string | number)[]): Type {
  const texts = values.map(String);
  const places = Math.max(...texts.map((text) => text.split('.')[1]?.length ?? 0));
  const counts = texts.map((text) => {
    const [whole = '', rest = ''] = text.split('.');
    return BigInt(`${whole}${rest.padEnd(places, '0')}`);
  });
  const minimum = counts.reduce((a, b) => (b < a ? b : a));
  const maximum = counts.reduce((a, b) => (b > a ? b : a));
  return { is: 'integer', places, minimum, maximum, text: values.some((value) => typeof value === 'string') };
}

/** Objects with keys that could be field names are objects; tables by size or the like are records. */
function typeOfObjects(values: readonly JsonSchema[]): Type {
  const names = [...new Set(values.flatMap((value) => Object.keys(value)))];
  if (names.length === 0 || names.some((name) => !/^[a-z_]\w*$/i.test(name))) {
    return { is: 'record', values: typeOfValues(values.flatMap((value) => Object.values(value))) };
  }
  const fields = names.map((name) => {
    const found = values.flatMap((value) => (name in value ? [value[name] ?? null] : []));
    return [name, { type: typeOfValues(found), optional: found.length < values.length }] as const;
  });
  return { is: 'object', fields: new Map(fields) };
}
