import fc from 'fast-check';
import { isObject, propertiesOf, referenceOf } from '../../json-schema/walk.ts';
import type { Json, JsonSchema } from '../../model/types.ts';

type Schemas = Readonly<Record<string, JsonSchema>>;

/** JSON values that a schema allows or that miss it closely: bounds and their neighbours, other types, unknown keys. */
export function instances(schema: JsonSchema, schemas: Schemas): fc.Arbitrary<Json> {
  // Made with the first value, since schemas may hold themselves, and once, since it takes longer than a value.
  let made: fc.Arbitrary<Json> | undefined;
  const lazily = () => {
    made ??= close(schema, schemas);
    return made;
  };
  return fc.oneof({ weight: 19, arbitrary: fc.constant(null).chain(lazily) }, { weight: 1, arbitrary: junk });
}

const junk: fc.Arbitrary<Json> = fc.constantFrom<Json[]>(
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 53,
  '',
  '1',
  'x',
  [],
  [1, 1],
  {},
  { x: 1 },
);

function close(schema: JsonSchema, schemas: Schemas): fc.Arbitrary<Json> {
  const target = schemas[referenceOf(schema) ?? ''];
  if (target) return instances(target, schemas);

  const listed = [...list(schema.enum), ...(schema.const === undefined ? [] : [schema.const])];
  const misses = listed.flatMap((value) => (typeof value === 'string' ? [value.toUpperCase(), `${value}s`] : []));
  const types = list(schema.type).length > 0 ? list(schema.type) : [schema.type ?? ''];
  const kinds = types.map((type) => ofType(String(type), schema, schemas));
  const inner = [schema.anyOf, schema.oneOf].flatMap((choice) => list(choice).filter(isObject));
  return fc.oneof(
    ...(listed.length > 0 ? [mostly(listed, misses)] : kinds),
    // A branch need not repeat the type that stands beside the branches.
    ...inner.map((each) => instances(schema.type === undefined ? each : { type: schema.type, ...each }, schemas)),
  );
}

function ofType(type: string, schema: JsonSchema, schemas: Schemas): fc.Arbitrary<Json> {
  switch (type) {
    case 'string':
      return texts(schema);
    case 'number':
    case 'integer':
      return numbers(schema);
    case 'boolean':
      return fc.boolean();
    case 'array':
      return isObject(schema.items)
        ? fc.array(instances(schema.items, schemas), { maxLength: bound(schema.maxItems, 3) + 1 })
        : fc.array(junk, {
            minLength: bound(schema.minItems, 1) - 1,
            maxLength: bound(schema.maxItems, 3) + 1,
            size: 'max',
          });
    case 'object':
      return objects(schema, schemas);
    default:
      return junk;
  }
}

function texts({ minLength, maxLength, pattern, format }: JsonSchema): fc.Arbitrary<Json> {
  const lengths = [minLength, maxLength].flatMap((length) => {
    const near = bound(length, 1);
    return [Math.max(0, near - 1), near, near + 1];
  });
  const sized = fc
    .tuple(fc.constantFrom(...lengths), fc.constantFrom('a', '😀', 'é', '\ud800'))
    .map(([length, unit]) => unit.repeat(length));
  if (pattern === undefined && format === undefined) return sized;
  const fits = new RegExp(typeof pattern === 'string' ? pattern : (formats[String(format)] ?? '^https:'), 'u');
  const fitting = samples.filter((sample) => fits.test(sample));
  const valid = fitting.length > 0 ? mostly(fitting, samples) : fc.stringMatching(fits);
  return fc.oneof({ weight: 4, arbitrary: valid }, sized);
}

/** How valid samples of a format begin and end. */
const formats: Readonly<Record<string, string>> = {
  date: '^\\d{4}-\\d{2}-\\d{2}$',
  'date-time': '^\\d{4}-\\d{2}-\\d{2}T',
};

const samples = [
  'https://example.org/a?b=c',
  'not a uri',
  '+15551234567',
  '+0',
  '2026-11-21',
  '2026-02-30',
  '2026-11-21T03:04:05Z',
  '2026-11-21T25:00:00Z',
  '3.1.0',
  '/a',
  'ta_example',
];

/** One of the first values nine times of ten. */
function mostly(values: readonly Json[], others: readonly Json[]): fc.Arbitrary<Json> {
  const rest = others.length > 0 ? others : values;
  return fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...values) }, fc.constantFrom(...rest));
}

function numbers({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }: JsonSchema): fc.Arbitrary<Json> {
  const bounds = [minimum, maximum, exclusiveMinimum, exclusiveMaximum].filter((each) => typeof each === 'number');
  const near = bounds.flatMap((each) => [each - 1, each - 0.5, each, each + 1]);
  const step = bound(multipleOf, 1);
  return fc.constantFrom<Json[]>(...near, 0, 1, -1, 0.5, step * 3, step * 3.5, 2 ** 53, -(2 ** 60), 1e300, '1');
}

/** Objects with the properties that the schema names anywhere, each present more often than not. */
function objects(schema: JsonSchema, schemas: Schemas): fc.Arbitrary<Json> {
  const named = Map.groupBy(namedProperties(schema, schemas), ([name]) => name);
  const fields = Object.fromEntries(
    [...named].map(([name, found]) => [name, fc.oneof(...found.map(([, property]) => instances(property, schemas)))]),
  );
  const whole = fc.record(fields);
  const some = fc
    .tuple(whole, fc.subarray(Object.keys(fields)))
    .map(([value, kept]) => Object.fromEntries(Object.entries(value).filter(([name]) => kept.includes(name))));
  const others = isObject(schema.additionalProperties) ? instances(schema.additionalProperties, schemas) : junk;
  const most = bound(schema.maxProperties, 1) + 1;
  const keys = fc.constantFrom('a', 'b', 'zz', 'Unknown', '');
  const extra = fc.dictionary(keys, others, { maxKeys: 2 });
  const many = fc
    .tuple(fc.nat({ max: most }), others)
    .map(([count, value]) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, value])));
  return fc
    .tuple(fc.oneof({ weight: 3, arbitrary: whole }, some), schema.maxProperties === undefined ? extra : many)
    .map(([first, second]): Json => ({ ...first, ...second }));
}

/** The properties that a schema names anywhere, with the schemas that they have there. */
export function namedProperties(schema: JsonSchema, schemas: Schemas): [string, JsonSchema][] {
  const target = schemas[referenceOf(schema) ?? ''];
  const inner = [...list(schema.allOf), ...list(schema.anyOf), schema.if, schema.then, schema.else].filter(isObject);
  return [
    ...(target ? namedProperties(target, schemas) : []),
    ...propertiesOf(schema),
    ...inner.flatMap((each) => namedProperties(each, schemas)),
  ];
}

function list(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function bound(value: Json | undefined, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}
