import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { catalogsOf } from '#conformance/oracle/catalogs.ts';
import { validatorOf as oracleOf } from '#conformance/oracle/schema.ts';
import { readTiny } from '../../fixtures/tiny.ts';
import type { Json, JsonSchema } from '../../model/types.ts';
import { validatorOf } from '../testing/validators.ts';

describe('a validator', () => {
  const { model } = readTiny();
  if (!model) throw new Error('The specification has mistakes.');

  test.each<[string, JsonSchema, Json, Json]>([
    [
      'each part of `allOf`',
      { allOf: [sized(1), { properties: { ink: { default: 'red' } } }] },
      {},
      { size: 1, ink: 'red' },
    ],
    ['the last part that has one', { allOf: [sized(1), sized(2)] }, {}, { size: 2 }],
    ['the schema itself before its parts', { ...sized(3), allOf: [sized(1), sized(2)] }, {}, { size: 3 }],
    [
      'parts of one field',
      { allOf: [within(sized(1)), within({ properties: { ink: { default: 'red' } } })] },
      { at: {} },
      { at: { size: 1, ink: 'red' } },
    ],
    ['the alternative that accepts', { oneOf: [kind('a', 1), kind('b', 2)] }, { kind: 'b' }, { kind: 'b', size: 2 }],
    [
      'no other alternative',
      { oneOf: [kind('a', 1), { properties: { kind: { const: 'b' } } }] },
      { kind: 'b' },
      { kind: 'b' },
    ],
    ['the first alternative of `anyOf` that accepts', { anyOf: [kind('a', 1), sized(2), sized(3)] }, {}, { size: 2 }],
    [
      'what was not filled in yet',
      { properties: { a: { default: 1 } }, oneOf: [{ required: ['a'] }, { required: ['b'], ...sized(2) }] },
      { b: 1 },
      { a: 1, b: 1, size: 2 },
    ],
    ['where a condition holds', where(sized(1), sized(2)), { a: 1 }, { a: 1, size: 1 }],
    ['where a condition does not hold', where({ required: ['a'] }, sized(2)), {}, { size: 2 }],
    ['beside a reference', { ...sized(2), $ref: '#/schemas/Tide' }, { a: 1 }, { a: 1, size: 2 }],
    [
      'in a list of alternatives',
      { properties: { items: { type: 'array', items: { oneOf: [kind('a', 1), kind('b', 2)] } } } },
      { items: [{ kind: 'b' }, { kind: 'a' }] },
      {
        items: [
          { kind: 'b', size: 2 },
          { kind: 'a', size: 1 },
        ],
      },
    ],
  ])('fills in defaults of %s', async (_, schema, value, expected) => {
    const named = {
      ...model,
      hosts: model.hosts.map((view) => ({ ...view, schemas: { ...view.schemas, Tide: sized(1) } })),
    };
    const validate = await validatorOf(named, { type: 'object', ...schema });
    expect(validate(value)).toEqual({ ok: true, value: expected });
  });

  test('fills in what the oracle fills in, whatever branches a schema has', async () => {
    const property = fc.asyncProperty(
      branched,
      fc.array(values, { minLength: 30, maxLength: 30 }),
      async (inner, all) => {
        const schema = { type: 'object', ...inner };
        const validate = await validatorOf(model, schema);
        const means = oracleOf({ schemas: {} }, catalogsOf({ catalogs: {} }));
        for (const value of all) {
          const result = validate(value);
          expect(result.ok, JSON.stringify(value)).toBe(means.valid(schema, value));
          if (result.ok) expect(result.value, JSON.stringify(value)).toEqual(means.complete(schema, value));
        }
      },
    );
    await fc.assert(property, { numRuns: 100 });
  });
});

function sized(size: number): JsonSchema {
  return { properties: { size: { type: 'integer', default: size } } };
}

function kind(value: string, size: number): JsonSchema {
  return { required: ['kind'], properties: { kind: { const: value }, size: { default: size } } };
}

/** A schema with a condition about the property `a`. */
function where(then: JsonSchema, otherwise: JsonSchema): JsonSchema {
  return { if: { required: ['a'] }, then, else: otherwise };
}

function within(schema: JsonSchema): JsonSchema {
  return { properties: { at: { type: 'object', ...schema } } };
}

/** Objects of schemas with branches within branches; tests have no defaults. */
const { branched } = fc.letrec<{ branched: JsonSchema; test: JsonSchema }>((tie) => {
  const field = fc.oneof<fc.Arbitrary<JsonSchema>[]>(
    fc.record({ default: fc.nat(9) }),
    fc.record({ const: fc.nat(1) }),
    fc.record({ type: fc.constant('integer'), default: fc.nat(9) }),
  );
  const named = (inner: fc.Arbitrary<JsonSchema>) =>
    fc.dictionary(fc.constantFrom('a', 'b', 'c'), inner, { maxKeys: 2, noNullPrototype: true });
  const list = fc.array(tie('branched'), { minLength: 1, maxLength: 2, depthIdentifier: 'branched' });
  const required = fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 1 });
  return {
    test: fc.record({ required, properties: named(fc.record({ const: fc.nat(1) })) }, { requiredKeys: ['required'] }),
    branched: fc.oneof(
      { maxDepth: 2, depthIdentifier: 'branched' },
      fc.record({ required, properties: named(field) }, { requiredKeys: ['properties'] }),
      fc.record({ properties: fc.record({ at: tie('branched') }) }),
      fc.record({ type: fc.constant('object'), properties: fc.record({ at: tie('branched') }), allOf: list }),
      fc.record({ properties: named(field), allOf: list }),
      fc.record({ properties: named(field), oneOf: list }),
      fc.record({ anyOf: list, not: tie('test') }),
      fc
        .tuple(tie('test'), tie('branched'), tie('branched'))
        .map(([test, then, rest]) => ({ ...where(then, rest), if: test })),
    ),
  };
});

const few = fc.record({ a: fc.nat(1), b: fc.nat(1), c: fc.nat(1) }, { requiredKeys: [] });
const values = fc.tuple(few, fc.option(few)).map(([value, at]): Json => (at ? { ...value, at } : value));
