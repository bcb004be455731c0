import { fileURLToPath } from 'node:url';
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { emitWith } from '../emit.ts';
import { combinedSchemas } from '../json-schema/combine.ts';
import { mapSchema } from '../json-schema/walk.ts';
import type { JsonSchema, Model } from '../model/types.ts';
import { readSpec } from '../read.ts';
import { schemas } from './schemas.ts';
import { importer } from './testing/emitted.ts';
import { instances } from './testing/instances.ts';
import { tides } from './testing/model.ts';

const { model: own } = await readSpec(fileURLToPath(new URL('../../spec', import.meta.url)));

describe.each([
  ['a small service', tides],
  ['this service', own],
])('the zod schemas of %s', async (_, model) => {
  if (!model) throw new Error('The specification has mistakes.');
  const all = combinedSchemas(model.hosts);
  const emitted = await zodSchemas(model);
  const ajv = oracle(all);

  test.each(Object.keys(all))('allow what Ajv allows: %s', (name) => {
    const schema = emitted[name];
    const reference = { $ref: `#/schemas/${name}` };
    fc.assert(
      fc.property(instances(reference, all), (value) => {
        const allowed = ajv.validate(`${name}.json`, value);
        expect(schema?.safeParse(value).success, JSON.stringify(value)).toBe(allowed);
      }),
      { numRuns: 400 },
    );
  });

  test.each(Object.keys(all))('are tried with values of both kinds: %s', (name) => {
    const values = fc.sample(instances({ $ref: `#/schemas/${name}` }, all), { numRuns: 400, seed: 7 });
    const verdicts = new Set(values.map((value) => ajv.validate(`${name}.json`, value)));
    // A schema of descriptions alone refuses nothing.
    const says = Object.keys(all[name] ?? {}).some((keyword) => keyword !== 'description');
    expect(verdicts).toEqual(new Set(says ? [true, false] : [true]));
  });
});

describe('the zod schemas', () => {
  const keywords: [string, JsonSchema][] = [
    ['multiples of decimals', { type: 'number', multipleOf: 0.01 }],
    ['open bounds', { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 10 }],
    ['an enum of several types', { enum: ['a', 1, null, false] }],
    ['an enum of objects', { enum: [{ a: 1 }, [1]] }],
    ['an enum with a type', { type: 'integer', enum: [1, 2, 'three'] }],
    ['alternatives', { anyOf: [{ type: 'string', minLength: 2 }, { type: 'integer' }] }],
    ['exclusive alternatives', { oneOf: [{ type: 'number', minimum: 1 }, { type: 'integer' }] }],
    [
      'alternatives beside properties',
      { type: 'object', properties: { a: { type: 'string' } }, anyOf: [{ required: ['a'] }, { required: ['b'] }] },
    ],
    [
      'a negation',
      { type: 'object', not: { required: ['a', 'b'], properties: { a: {} } }, properties: { a: {}, b: {} } },
    ],
    [
      'typed others beside properties',
      { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: { type: 'integer' } },
    ],
    ['properties that others require', { type: 'object', dependentRequired: { a: ['b', 'c'], b: ['a'] } }],
    ['names of keys', { type: 'object', propertyNames: { maxLength: 1 }, additionalProperties: true }],
    ['keywords without a type', { minimum: 1, minLength: 2, required: ['a'] }],
    [
      'items that repeat',
      { type: 'array', items: { type: 'object', properties: { a: { type: 'integer' } } }, uniqueItems: true },
    ],
    ['a required key without a schema', { type: 'object', required: ['a'] }],
    ['a list that stays empty', { type: 'array', items: false }],
  ];

  test.each(keywords)('say %s', async (_, schema) => {
    const all = { Thing: schema };
    const { Thing } = await zodSchemas(withSchemas(all));
    const ajv = oracle(all);
    fc.assert(
      fc.property(instances(schema, all), (value) => {
        expect(Thing?.safeParse(value).success, JSON.stringify(value)).toBe(ajv.validate('Thing.json', value));
      }),
      { numRuns: 1000 },
    );
  });

  test('refer to themselves and to each other', async () => {
    const tree = { type: 'object', properties: { leaves: { type: 'array', items: { $ref: '#/schemas/Thing' } } } };
    const { Thing } = await zodSchemas(withSchemas({ Thing: tree }));
    expect(Thing?.safeParse({ leaves: [{ leaves: [{}] }] }).success).toBe(true);
    expect(Thing?.safeParse({ leaves: [{ leaves: [1] }] }).success).toBe(false);
  });

  test('fill defaults in', async () => {
    const { ForecastRequest } = await zodSchemas(tides);
    expect(ForecastRequest?.parse({ station: 'north' })).toEqual({
      station: 'north',
      days: 7,
      units: 'metric',
      stream: false,
    });
  });

  test('fill in defaults of branches that accept the value', async () => {
    const sized = (size: number, rest: JsonSchema): JsonSchema => ({
      properties: { size: { default: size } },
      ...rest,
    });
    const schema = {
      type: 'object',
      allOf: [{ properties: { ink: { default: 'red' } } }, { properties: { ink: { default: 'blue' } } }],
      oneOf: [sized(1, { required: ['a'] }), sized(2, { required: ['b'] })],
      if: { required: ['c'] },
      else: { properties: { paper: { default: 'plain' } } },
    };
    const { Thing } = await zodSchemas(withSchemas({ Thing: schema }));
    expect(Thing?.parse({ b: 1 })).toEqual({ b: 1, size: 2, ink: 'blue', paper: 'plain' });
    expect(Thing?.parse({ a: 1, c: 1, ink: 'green' })).toEqual({ a: 1, c: 1, size: 1, ink: 'green' });
  });

  test('are not written for keywords that zod cannot say', async () => {
    const schema = { type: 'array', contains: { const: 1 } };
    await expect(zodSchemas(withSchemas({ Thing: schema }))).rejects.toThrow('`contains`');
  });
});

function withSchemas(all: Record<string, JsonSchema>): Model {
  const [view] = tides.hosts;
  return { ...tides, hosts: view ? [{ ...view, operations: [], schemas: all }] : [] };
}

async function zodSchemas(model: Model): Promise<Record<string, z.ZodType>> {
  const files = await emitWith([schemas], model);
  const load = await importer(files);
  const modules = await Promise.all(files.map(({ path }) => load(path)));
  const found = modules.flatMap((module) => Object.entries(module));
  return Object.fromEntries(found.filter((entry): entry is [string, z.ZodType] => entry[1] instanceof z.ZodType));
}

function oracle(all: Readonly<Record<string, JsonSchema>>): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, multipleOfPrecision: 9 });
  addFormats.default(ajv);
  for (const [name, schema] of Object.entries(all)) {
    const resolved = mapSchema(schema, ({ $ref, ...rest }) =>
      typeof $ref === 'string' ? { ...rest, $ref: `${$ref.replace('#/schemas/', '')}.json` } : rest,
    );
    ajv.addSchema(resolved, `${name}.json`);
  }
  return ajv;
}
