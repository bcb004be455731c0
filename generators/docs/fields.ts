import type { Json, JsonSchema, Operation } from '../model/types.ts';

/** A field of a request as a table shows it. */
export interface FieldRow {
  /** Path from the root, such as `messages[].content`. */
  readonly name: string;
  readonly required: boolean;
  readonly type: string;
  readonly description: string;
  /** The constraints in the words of JSON Schema. */
  readonly rules: string;
  /** JSON text of the default; empty where there is none. */
  readonly shown: string;
}

/** A field that a form asks for by itself. */
export interface FormField {
  readonly name: string;
  /** Path within the call, such as `request.max_results`. */
  readonly path: string;
  readonly type: string;
  readonly options: readonly { readonly value: string; readonly chosen: boolean }[];
  readonly isInput: boolean;
  readonly isNumber: boolean;
  readonly value: string;
}

type Schemas = Readonly<Record<string, JsonSchema>>;

/** Levels of objects within objects that a table unfolds. */
const depth = 3;

const shownKeywords = [
  'const',
  'enum',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'minItems',
  'maxItems',
  'uniqueItems',
]; // prettier-ignore

/** The fields of a schema and of the objects within it. */
export function fieldRows(schema: JsonSchema, schemas: Schemas, path = '', level = 0): readonly FieldRow[] {
  const { properties = {}, required = [] } = partsOf(schema, schemas);
  return Object.entries(properties).flatMap(([name, given]) => {
    const property = resolved(given, schemas);
    const whole = path === '' ? name : `${path}.${name}`;
    const row: FieldRow = {
      name: whole,
      required: required.includes(name),
      type: typeOf(property),
      description: typeof property.description === 'string' ? property.description : '',
      rules: shownKeywords
        .flatMap((keyword) => (property[keyword] === undefined ? [] : [`${keyword} ${textOf(property[keyword])}`]))
        .join(', '),
      shown: property.default === undefined ? '' : JSON.stringify(property.default),
    };
    if (level >= depth) return [row];
    const items = property.items === undefined ? undefined : resolved(schemaOf(property.items), schemas);
    const inner = items
      ? fieldRows(items, schemas, `${whole}[]`, level + 1)
      : fieldRows(property, schemas, whole, level + 1);
    return [row, ...inner];
  });
}

/** The scalar fields of a request's parts that a form asks for, with the values of the example or their defaults. */
export function formFields({ body, query, params, example }: Operation, schemas: Schemas): readonly FormField[] {
  const parts = [
    { root: 'request', schema: body?.schema, given: example.body },
    { root: 'query', schema: query, given: example.query },
    { root: 'params', schema: params, given: example.params },
  ];
  return parts.flatMap(({ root, schema, given }) => {
    const { properties = {} } = schema ? partsOf(schema, schemas) : {};
    return Object.entries(properties).flatMap(([name, found]): FormField[] => {
      const property = resolved(found, schemas);
      const type = typeOf(property);
      if (!['string', 'integer', 'number', 'boolean'].includes(type)) return [];
      const value = givenOf(given, name) ?? property.default;
      const text = value === undefined ? '' : String(value);
      const listed =
        type === 'boolean' ? ['true', 'false'] : Array.isArray(property.enum) ? property.enum.map(String) : [];
      const options = listed.length === 0 ? [] : [...(text === '' ? [''] : []), ...listed];
      return [
        {
          name,
          path: `${root}.${name}`,
          type,
          options: options.map((option) => ({ value: option, chosen: option === text })),
          isInput: options.length === 0,
          isNumber: type !== 'string',
          value: text,
        },
      ];
    });
  });
}

function partsOf(
  given: JsonSchema,
  schemas: Schemas,
): { properties?: Record<string, JsonSchema>; required?: readonly string[] } {
  const schema = resolved(given, schemas);
  const all = [schema, ...listOf(schema.allOf).map((each) => resolved(each, schemas))];
  return {
    properties: Object.assign({}, ...all.map(({ properties }) => properties ?? {})),
    required: all.flatMap(({ required }) => (Array.isArray(required) ? required.map(String) : [])),
  };
}

function resolved(schema: JsonSchema, schemas: Schemas): JsonSchema {
  const name = /^#\/schemas\/(.+)$/.exec(String(schema.$ref ?? ''))?.[1];
  const target = name === undefined ? undefined : schemas[name];
  const { $ref: _, ...own } = schema;
  return target ? { ...resolved(target, schemas), ...own } : schema;
}

function typeOf({ type, $ref, oneOf, anyOf, enum: values, const: constant }: JsonSchema): string {
  if (type !== undefined) return [type].flat().join(' or ');
  if (Array.isArray(oneOf ?? anyOf))
    return listOf(oneOf ?? anyOf)
      .map(typeOf)
      .join(' or ');
  if (Array.isArray(values) || constant !== undefined) return 'string';
  return $ref === undefined ? 'any' : 'object';
}

function listOf(value: unknown): readonly JsonSchema[] {
  return Array.isArray(value) ? value.map(schemaOf) : [];
}

function schemaOf(value: unknown): JsonSchema {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function givenOf(given: Json | undefined, name: string): unknown {
  return typeof given === 'object' && given !== null && !Array.isArray(given) ? Object(given)[name] : undefined;
}

function textOf(value: unknown): string {
  return Array.isArray(value) ? value.map((each) => JSON.stringify(each)).join(' | ') : String(value);
}
