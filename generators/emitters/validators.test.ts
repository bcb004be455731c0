import { fileURLToPath } from 'node:url';
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { resolved } from '../cel/compile/types.ts';
import { emitWith } from '../emit.ts';
import { readTiny } from '../fixtures/tiny.ts';
import { closedSchemas } from '../json-schema/combine.ts';
import { isObject, mapSchema } from '../json-schema/walk.ts';
import type { HostView, Json, JsonSchema, Model } from '../model/types.ts';
import { readSpec } from '../read.ts';
import { catalogs } from './catalogs.ts';
import { importer } from './testing/emitted.ts';
import { instances } from './testing/instances.ts';
import { tides } from './testing/model.ts';
import { validatorIn, validatorOf } from './testing/validators.ts';
import { type PartPlan, planParts } from './typescript/parts.ts';
import { checkOf, validators } from './validators.ts';

const { model: own } = await readSpec(fileURLToPath(new URL('../../spec', import.meta.url)));

/** One validator and what it has to agree with. */
interface Case {
  readonly name: string;
  readonly plan: PartPlan;
  readonly view: HostView;
  readonly schema: JsonSchema;
  /** Where the function stands that checks it. */
  readonly check: ReturnType<typeof checkOf>;
}

describe.each([
  ['a small service', tides],
  ['the tiny specification', readTiny().model],
  ['this service', own],
])('the validators of %s', (_, model) => {
  if (!model) throw new Error('The specification has mistakes.');
  const cases = casesOf(model);
  let emitted: (path: string) => Promise<object>;
  beforeAll(async () => {
    emitted = await importer(await emitWith([catalogs, validators], model));
  });
  const load = async ({ check, plan }: Case) => validatorIn(await emitted(check.path), check.name, plan);

  test.each(cases.filter(({ plan }) => plan.part === 'body'))('agree with Ajv: $name', async (each) => {
    const validate = await load(each);
    const ajv = oracle(each);
    fc.assert(
      fc.property(instances(each.schema, closedSchemas(each.view)), (value) => {
        const before = JSON.stringify(value);
        const allowed = ajv.validate('case', value);
        const result = validate(value);
        expect(result.ok, `${before} ${JSON.stringify(result)} ${ajv.errorsText()}`).toBe(allowed);
        expect(JSON.stringify(value)).toBe(before);
        if (result.ok) expect(result.value).toEqual(filled(value, each.schema, each.view));
      }),
      { numRuns: 600 },
    );
  });
});

describe.each([
  ['the tiny specification', readTiny().model],
  ['this service', own],
])('the validators of %s', (_, model) => {
  if (!model) throw new Error('The specification has mistakes.');
  const cases = casesOf(model);
  let emitted: (path: string) => Promise<object>;
  beforeAll(async () => {
    emitted = await importer(await emitWith([catalogs, validators], model));
  });

  test.each(cases.filter(({ plan }) => plan.part === 'body'))(
    'report issues under ids of rules: $name',
    async (each) => {
      const validate = validatorIn(await emitted(each.check.path), each.check.name, each.plan);
      const ids = new Set(model.rules.map(({ id }) => id));
      fc.assert(
        fc.property(instances(each.schema, closedSchemas(each.view)), (value) => {
          const result = validate(value);
          const unknown = result.ok ? [] : result.issues.filter(({ rule }) => !ids.has(rule));
          expect(unknown).toEqual([]);
        }),
        { numRuns: 200 },
      );
    },
  );
});

describe('a validator', () => {
  const model = readTiny().model;
  if (!model) throw new Error('The specification has mistakes.');

  test('reports every issue at once and leaves keys of prototypes alone', async () => {
    const schema: JsonSchema = {
      type: 'object',
      required: ['constructor', 'name'],
      properties: { name: { type: 'string' }, count: { type: 'integer', default: 3 }, constructor: { type: 'string' } },
      additionalProperties: false,
    };
    const validate = await validatorOf(model, schema);
    const result = validate(JSON.parse('{"__proto__": 1, "count": 1.5}'));
    expect(
      result.ok ? [] : result.issues.map(({ path, rule }) => [path.join('/'), rule.replace(/^[^.]*/, '')]),
    ).toEqual([
      ['name', '.name.required'],
      ['count', '.count.type'],
      ['constructor', '.constructor.required'],
      ['__proto__', '.unknown-keys'],
    ]);
    expect(validate({ name: 'a', constructor: 'b' })).toEqual({
      ok: true,
      value: { name: 'a', constructor: 'b', count: 3 },
    });
  });

  test.each<JsonSchema>([
    { type: 'number', multipleOf: 0.01, exclusiveMinimum: -1, exclusiveMaximum: 5 },
    { type: ['integer', 'null'], multipleOf: 3 },
    { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], items: false },
    { type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'integer', minimum: 2 }, minItems: 1 },
    { type: 'array', items: { type: ['object', 'number', 'string'] }, uniqueItems: true, maxItems: 3 },
    { type: 'object', patternProperties: { '^a': { type: 'integer' } }, additionalProperties: { type: 'string' } },
    { type: 'object', dependentRequired: { a: ['b', 'c'], b: ['a'] } },
    { type: 'object', propertyNames: { maxLength: 2, pattern: '^[a-z\u{1f600}]+$' }, maxProperties: 2 },
    {
      type: 'object',
      properties: { a: { const: 1 }, b: { enum: [{ c: [1] }, null, 'x'] } },
      additionalProperties: false,
    },
    { oneOf: [{ type: 'string', minLength: 2 }, { type: ['string', 'number'] }, { const: null }] },
    { anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'string' }], not: { const: 'x' } },
    { type: 'object', required: ['a'], if: { properties: { a: { const: 'x' } } }, else: { required: ['b'] } },
    { type: 'string', minLength: 2, maxLength: 3 },
    { enum: ['a', 'b', 'c', 'd', 'e', 'f', 1, null] },
    { allOf: [{ minimum: 1 }, { type: 'number', maximum: 2 }] },
    { type: 'object', properties: { toString: { type: 'integer' }, a: { type: 'object', required: ['valueOf'] } } },
  ])('agrees with Ajv on %j', async (schema) => {
    const validate = await validatorOf(model, schema);
    const ajv = new Ajv2020({ strict: false, multipleOfPrecision: 9, ownProperties: true });
    const check = ajv.compile(schema);
    const keys = fc.constantFrom('a', 'b', 'ab', 'x', '😀', '__proto__', 'abc');
    const leaf = fc.constantFrom<Json[]>(
      'x',
      'a',
      '😀',
      '😀😀',
      'abc',
      '',
      1,
      2,
      3,
      1.005,
      0.07,
      0.29,
      -1,
      5,
      true,
      null,
    );
    const { value } = fc.letrec<{ value: Json }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 2 },
        leaf,
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(keys, tie('value'), { maxKeys: 3, noNullPrototype: true }),
      ),
    }));
    fc.assert(
      fc.property(fc.oneof(instances(schema, {}), value), (value) => {
        // Beyond 2^53 Ajv only guesses whether a number is a multiple.
        fc.pre(typeof value !== 'number' || Math.abs(value) < 2 ** 53);
        expect(validate(value).ok, JSON.stringify(value)).toBe(check(value));
      }),
      { numRuns: 500 },
    );
  });

  test.each(['in place', 'by name'])(
    'reads whole numbers, numbers, truths and lists of a query strictly, described %s',
    async (how) => {
      const written: JsonSchema = {
        type: 'object',
        properties: {
          count: { type: 'integer', maximum: 20 },
          share: { type: 'number' },
          all: { type: 'boolean' },
          ids: { type: 'array', items: { type: 'integer' } },
        },
      };
      const named = {
        ...model,
        hosts: model.hosts.map((view) => ({ ...view, schemas: { ...view.schemas, Asked: written } })),
      };
      const schema = how === 'by name' ? { $ref: '#/schemas/Asked' } : written;
      const validate = await validatorOf(named, schema, 'query');
      expect(validate({ count: '12', share: '0.5', all: 'true', ids: ['1', '2'] })).toEqual({
        ok: true,
        value: { count: 12, share: 0.5, all: true, ids: [1, 2] },
      });
      expect(validate({ ids: '7' })).toEqual({ ok: true, value: { ids: [7] } });
      for (const wrong of [
        { count: '012' },
        { count: '1.0' },
        { count: ' 1' },
        { count: '' },
        { share: '.5' },
        { all: '1' },
      ]) {
        expect(validate(wrong).ok, JSON.stringify(wrong)).toBe(false);
      }
    },
  );
});

function casesOf(model: Model): Case[] {
  return [...planParts(model).values()].flat().flatMap((plan) =>
    plan.forms.flatMap((form) => {
      const [view] = form.views;
      const name = `${plan.operation} ${plan.part}${form.suffix}`;
      return view ? [{ name, plan, view, schema: form.value, check: checkOf(model, plan, form) }] : [];
    }),
  );
}

/** Ajv with the catalogs' keys as an `enum`, filling defaults in. */
function oracle({ schema, view }: Case): Ajv2020 {
  const ajv = new Ajv2020({ allErrors: true, strict: false, multipleOfPrecision: 9 });
  addFormats.default(ajv);
  const plain = (inner: JsonSchema) => mapSchema(inner, (each) => withKeys(each, view));
  const definitions = Object.entries(closedSchemas(view)).map(([name, inner]) => [name, plain(inner)]);
  ajv.addSchema({ $id: 'case', ...plain(schema), schemas: Object.fromEntries(definitions) });
  return ajv;
}

function withKeys(schema: JsonSchema, view: HostView): JsonSchema {
  const { catalog: id, error: _, ...rest } = schema;
  const catalog = typeof id === 'string' ? view.catalogs[id] : undefined;
  if (!catalog) return rest;
  const keys = catalog.entries.map(({ values }): Json => values[catalog.key] ?? null);
  return { ...rest, anyOf: [{ not: { type: 'string' } }, { enum: keys }] };
}

/** A valid value with the defaults of its schema, worked out independently. */
function filled(value: Json, schema: JsonSchema, view: HostView): Json {
  const { properties, items } = resolved(schema, view.schemas);
  if (Array.isArray(value)) return isObject(items) ? value.map((item) => filled(item, items, view)) : value;
  if (!isObject(value) || !isObject(properties)) return value;
  const fields = Object.entries(properties).flatMap(([name, inner]): [string, Json][] => {
    const property = isObject(inner) ? inner : {};
    const given = Object.hasOwn(value, name) ? value[name] : resolved(property, view.schemas).default;
    return given === undefined ? [] : [[name, filled(given, property, view)]];
  });
  return { ...value, ...Object.fromEntries(fields) };
}
