import addFormats from 'ajv-formats';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { jsonSchema, type SchemaSource } from '../language/json-schema.ts';
import { mistakeIn, type Named } from './mistake.ts';

const named: Named = {
  schema: (name) => (name === 'Few' ? { type: 'integer', maximum: 3 } : {}),
  keys: (id) => (id === 'models' ? ['a/one', 'b/two', 3] : undefined),
};

const ajv = new Ajv2020({ strict: false, validateSchema: false, logger: false });
addFormats.default(ajv);
ajv.addSchema(named.schema('Few'), 'Few');

/** The first mistake that Ajv finds, as diagnostics say it. */
function mistakeOfAjv(value: unknown, schema: SchemaSource): string | undefined {
  const validate = ajv.compile(schema);
  return validate(value) ? undefined : validate.errors?.map(messageOf)[0];
}

function messageOf({ instancePath, message, params }: ErrorObject): string {
  const where = instancePath === '' ? 'the value' : instancePath;
  if (Array.isArray(params.allowedValues)) return `${where} must be one of ${params.allowedValues.join(', ')}`;
  const extra = typeof params.additionalProperty === 'string' ? ` ${JSON.stringify(params.additionalProperty)}` : '';
  return `${where} ${message}${extra}`;
}

/** Keywords of the dialect that make no value invalid. */
const annotations = new Set([
  'deprecated',
  ...['title', 'description', 'default', 'examples', 'contentEncoding', 'contentMediaType'],
  ...['from', 'status', 'hosts', 'on', 'error'],
]);

const count = fc.nat(3);
const bound = fc.constantFrom(0, 1, 2, 2.5);
const name = fc.constantFrom('a', 'b', 'c/d', 'e~f');
const types = ['string', 'integer', 'number', 'boolean', 'object', 'array', 'null'] as const;
const type = fc.constantFrom(...types);
const scalars = [null, true, false, 0, 1, 2, 2.5, -1, '', 'a', 'ab', '😀', '2024-01-01', 'http://a/b'];

const { value, schema } = fc.letrec((tie) => {
  const part = tie('schema');
  const parts = fc.array(part, { minLength: 1, maxLength: 3 });
  const keywords = {
    $ref: fc.constant('Few'),
    type: fc.oneof(type, fc.uniqueArray(type, { minLength: 2, maxLength: 2 })),
    enum: fc.array(tie('value'), { minLength: 1, maxLength: 3 }),
    const: tie('value'),
    ...{
      minLength: count,
      maxLength: count,
      minItems: count,
      maxItems: count,
      minProperties: count,
      maxProperties: count,
    },
    ...{ minimum: bound, maximum: bound, exclusiveMinimum: bound, exclusiveMaximum: bound },
    multipleOf: fc.constantFrom(1, 2, 0.5),
    pattern: fc.constantFrom('^a', 'b$', '^.$'),
    format: fc.constantFrom('date', 'email', 'uri', 'uuid'),
    uniqueItems: fc.boolean(),
    items: fc.oneof(fc.boolean(), part),
    required: fc.array(name, { maxLength: 2 }),
    dependentRequired: fc.dictionary(name, fc.uniqueArray(name, { minLength: 1, maxLength: 2 }), {
      maxKeys: 2,
      noNullPrototype: true,
    }),
    properties: fc.dictionary(name, part, { maxKeys: 3, noNullPrototype: true }),
    additionalProperties: fc.oneof(fc.boolean(), part),
    ...{ allOf: parts, anyOf: parts, oneOf: parts },
    ...Object.fromEntries(['propertyNames', 'not', 'if', 'then', 'else'].map((keyword) => [keyword, part])),
  };
  return {
    value: fc.oneof(
      { maxDepth: 2 },
      fc.constantFrom(...scalars),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(name, tie('value'), { maxKeys: 3, noNullPrototype: true }),
    ),
    schema: fc.oneof(
      { maxDepth: 3 },
      fc.record({ type, maximum: bound }, { requiredKeys: [] }),
      fc
        .uniqueArray(fc.constantFrom(...Object.keys(keywords)), { minLength: 1, maxLength: 3 })
        .chain((chosen) =>
          fc.record(Object.fromEntries(Object.entries(keywords).filter(([key]) => chosen.includes(key)))),
        ),
    ),
  };
});

describe('mistakeIn', () => {
  test('finds what Ajv finds first, in its words', () => {
    const found = new Set<string>();
    // Those of maps with patterns are read as propertyNames and additionalProperties.
    const tried = new Set(['catalog', 'prefix', 'patternProperties']);
    fc.assert(
      fc.property(schema, value, (each, instance) => {
        // Each keyword has the shape that the dialect gives it.
        const source = each as SchemaSource;
        const mistake = mistakeIn(instance, source, named);
        expect(mistake).toBe(mistakeOfAjv(instance, source));
        for (const keyword of Object.keys(source)) tried.add(keyword);
        found.add(String(mistake).replace(/\d/g, ''));
      }),
      { numRuns: 1000 },
    );
    expect(found.size).toBeGreaterThan(50);
    const { JsonSchema } = z.toJSONSchema(jsonSchema).$defs ?? {};
    const keywords = Object.keys(JsonSchema?.properties ?? {}).filter((keyword) => !annotations.has(keyword));
    expect([...tried].sort()).toEqual(keywords.sort());
  });

  test.each(types)('takes for %s what Ajv takes for it', (each) => {
    for (const instance of [...scalars, [], {}])
      expect(mistakeIn(instance, { type: each }, named)).toBe(mistakeOfAjv(instance, { type: each }));
  });

  test('names the two equal items of a list as Ajv does', () => {
    for (const items of [{}, { type: 'number' }] satisfies SchemaSource[]) {
      const source = { items, uniqueItems: true };
      expect(mistakeIn([1, 2, 2, 1], source, named)).toBe(mistakeOfAjv([1, 2, 2, 1], source));
    }
  });

  test('knows the keys of catalogs, and the short ones where a prefix is optional', () => {
    const wrong = 'the value is not a key of its catalog';
    expect(mistakeIn('a/one', { catalog: 'models' }, named)).toBeUndefined();
    expect(mistakeIn(3, { catalog: 'models' }, named)).toBeUndefined();
    expect(mistakeIn('one', { catalog: 'models' }, named)).toBe(wrong);
    expect(mistakeIn('one', { catalog: 'models', prefix: 'optional' }, named)).toBeUndefined();
    expect(mistakeIn('a', { catalog: 'models', prefix: 'optional' }, named)).toBe(wrong);
    expect(mistakeIn('a', { catalog: 'unknown' }, named)).toBeUndefined();
  });
});
