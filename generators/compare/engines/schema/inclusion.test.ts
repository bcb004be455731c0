import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../../../model/types.ts';
import { Candidates } from './candidates.ts';
import { type Inclusion, inclusion, type Schema, Universe } from './inclusion.ts';

const nothing = { named: {} };

function decide(inner: Schema, outer: Schema): Inclusion {
  return inclusion({ side: 'old', schema: inner }, { side: 'new', schema: outer }, new Universe(nothing, nothing));
}

/** `b` is required where `a` is 1. */
const implied = JSON.parse(
  '{"if": {"properties": {"a": {"const": 1}}, "required": ["a"]}, "then": {"required": ["b"]}}',
);
const text = { type: 'string' };
const count = { type: 'integer', minimum: 1, maximum: 50 };
const dog = { type: 'object', required: ['kind'], properties: { kind: { const: 'dog' }, tricks: { type: 'integer' } } };
const cat = { type: 'object', required: ['kind'], properties: { kind: { const: 'cat' }, lives: { type: 'integer' } } };

describe('inclusion', () => {
  test.each<[name: string, inner: Schema, outer: Schema]>([
    ['an enum reordered', { enum: ['a', 'b'] }, { enum: ['b', 'a'] }],
    ['an enum written as alternatives', { anyOf: [{ const: 'a' }, { const: 'b' }] }, { enum: ['b', 'a'] }],
    [
      'what one field asks of another',
      { dependentRequired: { a: ['b'] } },
      JSON.parse('{"if": {"required": ["a"]}, "then": {"required": ["b"]}}'),
    ],
    ['a bound restated', { type: 'integer', exclusiveMinimum: 0 }, { type: 'integer', minimum: 1 }],
    ['a bound between whole numbers', { type: 'integer', minimum: 0.5 }, { type: 'integer', minimum: 1 }],
    ['whole numbers among numbers', { type: 'integer' }, { type: 'number' }],
    ['tens among fives', { type: 'integer', multipleOf: 10 }, { type: 'number', multipleOf: 5 }],
    [
      'two ranges that meet',
      { type: 'number', minimum: 0, maximum: 9 },
      {
        anyOf: [
          { type: 'number', maximum: 5 },
          { type: 'number', minimum: 5 },
        ],
      },
    ],
    [
      'whole numbers in parts',
      { type: 'integer', minimum: 1 },
      { anyOf: [{ const: 1 }, { type: 'integer', minimum: 2 }] },
    ],
    [
      'limits split over allOf',
      { type: 'string', minLength: 1, maxLength: 5 },
      { allOf: [{ type: 'string', minLength: 1 }, { maxLength: 5 }] },
    ],
    ['a bound within another type', { type: 'string', maximum: 3 }, text],
    ['a format among its kind', { type: 'string', format: 'uri' }, { type: 'string', format: 'uri-reference' }],
    ['base64 among texts', { type: 'string', format: 'byte' }, text],
    ['a required property', { type: 'object', required: ['a', 'b'] }, { type: 'object', required: ['a'] }],
    [
      'properties that are known',
      { type: 'object', properties: { a: text }, additionalProperties: false },
      { type: 'object', properties: { a: text, b: text } },
    ],
    [
      'a range of property names',
      { type: 'object', patternProperties: { '^x-': text } },
      { type: 'object', patternProperties: { '^x-': {} } },
    ],
    ['a tuple', { type: 'array', prefixItems: [text], items: false }, { type: 'array', items: text }],
    ['unique items', { type: 'array', uniqueItems: true, maxItems: 2 }, { type: 'array', maxItems: 3 }],
    ['a type among several', { type: ['string', 'null'] }, { anyOf: [{ type: 'null' }, text] }],
    ['one of two kinds', { oneOf: [dog, cat] }, { anyOf: [cat, dog] }],
    [
      'kinds by cases',
      {
        ...dog,
        properties: { kind: { enum: ['dog', 'cat'] }, tricks: { type: 'integer' }, lives: { type: 'integer' } },
      },
      { anyOf: [dog, cat] },
    ],
    [
      'a condition as alternatives',
      implied,
      { anyOf: [{ not: { properties: { a: { const: 1 } }, required: ['a'] } }, { required: ['b'] }] },
    ],
    ['not another value', { type: 'string', const: 'a' }, { type: 'string', not: { const: 'b' } }],
    ['nothing', { type: 'integer', minimum: 2, maximum: 1 }, { type: 'string' }],
    [
      'a range without its complement',
      { not: { type: 'number', minimum: 5 } },
      { anyOf: [{ type: 'number', exclusiveMaximum: 5 }, { type: ['string', 'null', 'boolean', 'array', 'object'] }] },
    ],
  ])('proves %s', (_, inner, outer) => {
    expect(decide(inner, outer)).toEqual({ result: 'included' });
  });

  test.each<[name: string, inner: Schema, outer: Schema, value: unknown]>([
    ['a lower maximum', count, { ...count, maximum: 30 }, 31],
    ['a missing enum value', { enum: ['a', 'b', 'c'] }, { enum: ['a', 'c'] }, 'b'],
    ['a longer minimum length', text, { ...text, minLength: 1 }, ''],
    ['whole numbers alone', { type: 'number' }, { type: 'integer' }, 0.5],
    ['a pattern', text, { ...text, pattern: '^ta_[a-z]+$' }, 'a'],
    ['another pattern', { ...text, pattern: '^t[ab]_' }, { ...text, pattern: '^ta_' }, 'tb_'],
    ['a format', text, { ...text, format: 'uri' }, 'a'],
    [
      'a further required property',
      { type: 'object', properties: { a: text } },
      { type: 'object', required: ['a'] },
      {},
    ],
    ['unknown keys', { type: 'object' }, { type: 'object', additionalProperties: false }, { unknown_key: 'a' }],
    ['a narrower item', { type: 'array', items: count }, { type: 'array', items: { ...count, maximum: 49 } }, [50]],
    ['fewer items', { type: 'array', items: text, maxItems: 9 }, { type: 'array', maxItems: 8 }, Array(9).fill('a')],
    ['unique items', { type: 'array', items: text }, { type: 'array', uniqueItems: true }, ['a', 'a']],
    [
      'a value that two kinds have',
      { anyOf: [dog, { type: 'object', required: ['tricks'] }] },
      { oneOf: [dog, { type: 'object', required: ['tricks'] }] },
      { kind: 'dog', tricks: 1 },
    ],
    ['no null', { type: ['string', 'null'] }, text, null],
    ['a step', { type: 'integer' }, { type: 'integer', multipleOf: 5 }, 1],
    ['base64', text, { type: 'string', format: 'byte' }, 'a'],
    [
      'a property that another one requires',
      { type: 'object', properties: { a: text, b: text } },
      { type: 'object', dependentRequired: { a: ['b'] } },
      { a: 'a' },
    ],
    [
      'a nested maximum',
      { type: 'object', required: ['a'], properties: { a: { type: 'object', properties: { n: count } } } },
      { type: 'object', properties: { a: { type: 'object', properties: { n: { ...count, maximum: 9 } } } } },
      { a: { n: 10 } },
    ],
    [
      'another field that one asks for',
      { type: 'object', properties: { a: text, b: text } },
      { type: 'object', properties: { a: text, b: text }, dependentRequired: { a: ['b'] } },
      { a: 'a' },
    ],
    [
      'what one field asks of the whole',
      { type: 'object', properties: { a: text, b: count } },
      {
        type: 'object',
        properties: { a: text, b: count },
        dependentSchemas: { a: { properties: { b: { minimum: 5 } } } },
      },
      { a: 'a', b: 1 },
    ],
  ])('finds a witness of %s', (_, inner, outer, value) => {
    expect(decide(inner, outer)).toEqual({ result: 'witness', value });
  });

  test('reads references, catalogs and the words of OpenAPI 3.0', () => {
    const named = (node: JsonSchema) => ({ named: { Node: node }, keys: () => ['p/a', 'p/b'] });
    const node = { type: 'object', properties: { next: { $ref: '#/schemas/Node' }, n: count } };
    const wider = {
      type: 'object',
      properties: { next: { $ref: '#/components/schemas/Node' }, n: { type: 'integer' } },
    };
    const universe = new Universe(named(node), named(wider));
    const reference = { $ref: '#/components/schemas/Node' };
    const [before, after] = [{ side: 'old', schema: reference } as const, { side: 'new', schema: reference } as const];
    expect(inclusion(before, after, universe)).toEqual({ result: 'included' });
    expect(inclusion(after, before, universe)).toMatchObject({ result: 'witness', value: { n: 0 } });

    const model = { type: 'string', catalog: 'models', prefix: 'optional' };
    const either = { side: 'new', schema: { enum: ['p/a', 'a', 'p/b', 'b'] } } as const;
    expect(inclusion({ side: 'old', schema: model }, either, universe)).toEqual({ result: 'included' });
    expect(decide({ type: 'integer', nullable: true }, { type: ['integer', 'null'] })).toEqual({ result: 'included' });
    expect(decide({ type: 'integer', minimum: 0, exclusiveMinimum: true }, { type: 'integer', minimum: 1 })).toEqual({
      result: 'included',
    });
  });

  test('resembles a base where it can', () => {
    const base = { query: 'kites', max_results: 5 };
    const schema = (maximum: number) => ({
      type: 'object',
      required: ['query'],
      properties: { query: text, max_results: { ...count, maximum } },
    });
    const [before, after] = [
      { side: 'old', schema: schema(50) } as const,
      { side: 'new', schema: schema(30) } as const,
    ];
    const found = inclusion(before, after, new Universe(nothing, nothing), { base });
    expect(found).toEqual({ result: 'witness', value: { query: 'kites', max_results: 31 } });
  });
});

const name = fc.constantFrom('a', 'b', 'c');
const small = fc.integer({ min: -2, max: 4 });
const { schema: anySchema } = fc.letrec<{ schema: JsonSchema; leaf: JsonSchema }>((tie) => ({
  leaf: fc.oneof(
    fc.constantFrom({}, { type: 'null' }, { type: 'boolean' }, { type: ['string', 'null'] }),
    fc.record(
      {
        type: fc.constantFrom('integer', 'number'),
        minimum: small,
        maximum: small,
        exclusiveMinimum: small,
        multipleOf: fc.constantFrom(1, 2, 3),
      },
      { requiredKeys: ['type'] },
    ),
    fc.record(
      {
        type: fc.constant('string'),
        minLength: fc.nat(3),
        maxLength: fc.nat(4),
        pattern: fc.constantFrom('^a', 'b$', '^[ab]*$'),
      },
      { requiredKeys: ['type'] },
    ),
    fc.record({
      enum: fc.uniqueArray(fc.constantFrom<(string | number | null | boolean)[]>('a', 'b', 1, 2, null, true), {
        minLength: 1,
      }),
    }),
  ),
  schema: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    tie('leaf'),
    fc.record(
      {
        type: fc.constant('object'),
        properties: fc.dictionary(name, tie('schema'), { maxKeys: 3 }),
        required: fc.uniqueArray(name),
        additionalProperties: fc.oneof(fc.boolean(), tie('schema')),
        minProperties: fc.nat(3),
        maxProperties: fc.nat(4),
      },
      { requiredKeys: ['type'] },
    ),
    fc.record(
      {
        type: fc.constant('array'),
        items: tie('schema'),
        prefixItems: fc.array(tie('schema'), { maxLength: 2 }),
        minItems: fc.nat(2),
        maxItems: fc.nat(3),
        uniqueItems: fc.boolean(),
      },
      { requiredKeys: ['type'] },
    ),
    fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
    fc.record({ not: tie('schema') }),
    fc.tuple(tie('schema'), tie('schema'), tie('schema')).map(([test, yes, no]) =>
      Object.fromEntries([
        ['if', test],
        ['then', yes],
        ['else', no],
      ]),
    ),
  ),
}));

/** Values of the kinds that the schemas speak of. */
const value = fc.jsonValue({ maxDepth: 2 });
const near = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom('a', 'b', '', 'ab', 'aab', 1, 2, 0, 3, -1, 0.5, null, true, false),
    fc.dictionary(name, tie('value'), { maxKeys: 3 }),
    fc.array(tie('value'), { maxLength: 3 }),
  ),
})).value;

describe('of any two schemas', () => {
  test('a claimed inclusion has no counterexample, and a witness is one', () => {
    const counts = { included: 0, witness: 0, unknown: 0 };
    const universe = new Universe(nothing, nothing);
    fc.assert(
      fc.property(
        anySchema,
        anySchema,
        fc.boolean(),
        fc.array(fc.oneof(near, value), { minLength: 30, maxLength: 30 }),
        (a, other, related, samples) => {
          const b = related ? { anyOf: [other, a] } : other;
          const decided = inclusion({ side: 'old', schema: a }, { side: 'new', schema: b }, universe);
          counts[decided.result] += 1;
          if (decided.result === 'witness') {
            expect([universe.accepts(a, decided.value), universe.accepts(b, decided.value)]).toEqual([true, false]);
          }
          if (decided.result !== 'included') return;
          const tried = [...samples, ...new Candidates(universe).between(a, b).take(200)] as never[];
          expect(tried.filter((each) => universe.accepts(a, each) && !universe.accepts(b, each))).toEqual([]);
        },
      ),
      { numRuns: 150 },
    );
    // Most pairs are decided, or the engine would be of no use.
    expect(counts.unknown).toBeLessThan(counts.included / 2);
    expect(counts.witness).toBeGreaterThan(15);
  });
});
