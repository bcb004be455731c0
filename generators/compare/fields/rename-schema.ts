import { isObject, referenceOf } from '../../json-schema/walk.ts';
import type { Json, JsonSchema } from '../../model/types.ts';
import type { RenamedField, WitnessRequest } from '../witness.ts';

const lists = ['allOf', 'anyOf', 'oneOf'];
const single = ['not', 'if', 'then', 'else'];

/** Schemas within schemas further down than this are not opened. */
const deepest = 20;

/** A schema in which the property at a path has another name; the schemas by name that it leads to are replaced. */
export function withProperty(
  schema: JsonSchema,
  path: readonly string[],
  name: string,
  named: Record<string, JsonSchema>,
  depth = 0,
): JsonSchema {
  const [step, ...rest] = path;
  if (step === undefined || depth > deepest) return schema;
  const within = (inner: Json, left = path): Json =>
    isObject(inner) ? withProperty(inner, left, name, named, depth + 1) : inner;
  const reference = referenceOf(schema);
  const target = reference === undefined ? undefined : named[reference];
  if (reference !== undefined && target) named[reference] = withProperty(target, path, name, named, depth + 1);

  const isLast = rest.length === 0;
  const written = (each: Json) => (isLast && each === step ? name : each);
  const changed = Object.entries(schema).map(([keyword, value]): [string, Json] => {
    if (lists.includes(keyword) && Array.isArray(value)) return [keyword, value.map((each) => within(each))];
    if (single.includes(keyword)) return [keyword, within(value)];
    if (keyword === 'required' && Array.isArray(value)) return [keyword, value.map(written)];
    if (keyword === 'dependentRequired' && isObject(value))
      return [keyword, entriesOf(value, (key, each) => [written(key), Array.isArray(each) ? each.map(written) : each])];
    if (keyword === 'properties' && isObject(value))
      return [
        keyword,
        entriesOf(value, (key, each) => [written(key), key === step && !isLast ? within(each, rest) : each]),
      ];
    return [keyword, value];
  });
  return Object.fromEntries(changed);
}

/** A request that has renamed fields under their older names, as the newer release takes it. */
export function underNewerNames(request: WitnessRequest, fields: readonly RenamedField[] = []): WitnessRequest {
  let sent = request;
  for (const { in: part, path, name } of fields) {
    const value = withKey(sent[part], path, name);
    if (value !== undefined) sent = { ...sent, [part]: value };
  }
  return sent;
}

/** A copy of a value with another name for what stands at a path. */
export function withKey(value: Json | undefined, [step, ...rest]: readonly string[], name: string): Json | undefined {
  if (step === undefined || !isObject(value)) return value;
  return entriesOf(value, (key, inner) => {
    if (key !== step) return [key, inner];
    return rest.length === 0 ? [name, inner] : [key, withKey(inner, rest, name) ?? inner];
  });
}

function entriesOf(value: JsonSchema, change: (key: string, inner: Json) => [Json, Json]): JsonSchema {
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => change(key, inner)));
}
