/** Sample values for the schemas of a seller's description. */

import { isObject } from '@tollwright/runtime/values/json';
import { fieldsOf, valueAt } from '../common/json.ts';

/** Levels of a schema that are followed: schemas may refer to themselves. */
const maxLevels = 8;

/** A value that a schema probably accepts: its example where it has one, else the smallest of its type. */
export function sampleOfSchema(schema: unknown, document: unknown, levels = maxLevels): unknown {
  const { $ref, ...own } = fieldsOf(schema);
  if (levels === 0) return undefined;
  const inner = (value: unknown) => sampleOfSchema(value, document, levels - 1);
  if (typeof $ref === 'string') return $ref.startsWith('#/') ? inner(valueAt(document, $ref.slice(1))) : undefined;
  const [example] = Array.isArray(own.examples) ? own.examples : [];
  const [choice] = Array.isArray(own.enum) ? own.enum : [];
  const given = own.example ?? example ?? own.default ?? own.const ?? choice;
  if (given !== undefined) return given;
  const [first] = [own.oneOf, own.anyOf].find(Array.isArray) ?? [];
  if (first !== undefined) return inner(first);
  const parts = Array.isArray(own.allOf) ? own.allOf.map(inner).filter(isObject) : [];
  if (parts.length > 0) return Object.assign({}, ...parts);
  return smallestOf(own, inner);
}

function smallestOf(schema: Readonly<Record<string, unknown>>, inner: (schema: unknown) => unknown): unknown {
  const [type] = [schema.type].flat();
  const { minLength, minimum, required, properties, items, minItems } = schema;
  if (type === 'string') return 'a'.repeat(Math.max(1, Number(minLength ?? 1)));
  if (type === 'integer' || type === 'number') return Number(minimum ?? 1);
  if (type === 'boolean') return false;
  if (type === 'array') return Array.from({ length: Number(minItems ?? 0) }, () => inner(items));
  if (type !== 'object' && !isObject(properties)) return undefined;
  const names = Array.isArray(required) ? required.map(String) : [];
  return Object.fromEntries(names.map((name) => [name, inner(fieldsOf(properties)[name])]));
}
