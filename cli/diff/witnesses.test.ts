import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import type { ReportedChange } from './report.ts';
import {
  having,
  linesOf,
  reportOn,
  request,
  response,
  type Value,
  type Verdict,
  verdictOf,
} from './testing/descriptions.ts';

/** The keyword that linters take for a promise. */
const consequence: string = 'then';

/**
 * Schemas with the verdict for those who write their values, and in the other direction.
 *
 * `gained` is that of responses which gain in the one direction what requests lose in the other, where it is no break.
 */
type Case = readonly [name: string, before: Value, after: Value, verdict: Verdict, back: Verdict, gained?: Verdict];

/** Tells with a validator of its own whether a schema takes a value. */
function takes(schema: Value, value: unknown): boolean {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, logger: false });
  addFormats.default(ajv);
  return ajv.validate(Object(schema), value);
}

function bodyOf({ witness }: ReportedChange): unknown {
  return witness?.claim === 'request' ? witness.request.body : undefined;
}

/** Judges both directions in requests and responses, and every proof with Ajv. */
async function judge([, before, after, verdict, back, gained = 'breaking']: Case): Promise<void> {
  for (const [one, other, expected] of [
    [before, after, verdict],
    [after, before, back],
  ] as const) {
    const asked = await reportOn(request(one), request(other));
    expect([verdictOf(asked), linesOf(asked)]).toEqual([expected, expect.anything()]);
    for (const change of asked.changes.filter(({ levels }) => levels.callers === 'breaking')) {
      const body = bodyOf(change);
      expect([takes(one, body), takes(other, body)], `${change.sentence}: ${JSON.stringify(body)}`).toEqual([
        true,
        false,
      ]);
    }
    const answered = await reportOn(response(other), response(one));
    const verdictOfResponses = expected === 'breaking' ? gained : expected;
    expect([verdictOf(answered), linesOf(answered)]).toEqual([verdictOfResponses, expect.anything()]);
    for (const { sentence, witness } of answered.changes.filter(({ levels }) => levels.callers === 'breaking')) {
      const value = witness?.claim === 'response' ? witness.value : undefined;
      expect([takes(one, value), takes(other, value)], `${sentence}: ${JSON.stringify(value)}`).toEqual([true, false]);
    }
  }
}

function judged(cases: readonly Case[]): void {
  test.each(cases.map((each) => [each[0], each] as const))('%s', (_, each) => judge(each));
}

const text = { type: 'string' };
const whole = { type: 'integer' };
const must = { type: 'object', required: ['a', 'b'], properties: { a: text, b: { ...whole, minimum: 5 } } };

describe('objects with required properties', () => {
  judged([
    ['closed', must, { ...must, additionalProperties: false }, 'breaking', 'compatible'],
    ['closed further in', having(must), having({ ...must, additionalProperties: false }), 'breaking', 'compatible'],
    [
      'closed in a list',
      { type: 'array', items: must },
      { type: 'array', items: { ...must, additionalProperties: false } },
      'breaking',
      'compatible',
    ],
    ['with fewer properties at most', must, { ...must, maxProperties: 2 }, 'breaking', 'compatible'],
    ['with more properties at least', must, { ...must, minProperties: 3 }, 'breaking', 'compatible'],
    ['with names of a pattern', must, { ...must, propertyNames: { pattern: '^[a-z]$' } }, 'breaking', 'compatible'],
    ['with short names', must, { ...must, propertyNames: { maxLength: 3 } }, 'breaking', 'compatible'],
    ['with values of a pattern', must, { ...must, patternProperties: { '^x-': whole } }, 'breaking', 'compatible'],
    [
      'with other values of any name',
      { ...must, additionalProperties: text },
      { ...must, additionalProperties: whole },
      'breaking',
      'breaking',
    ],
    ['with one more that must be there', must, { ...must, required: ['a', 'b', 'c'] }, 'breaking', 'compatible'],
    ['of which one needs another', must, { ...must, dependentRequired: { a: ['c'] } }, 'breaking', 'compatible'],
    [
      'of which one narrows another',
      must,
      { ...must, dependentSchemas: { a: { properties: { c: whole } } } },
      'breaking',
      'compatible',
    ],
    [
      'with a property that other names may not have',
      { type: 'object', additionalProperties: whole },
      { type: 'object', properties: { a: text }, additionalProperties: whole },
      'breaking',
      'breaking',
    ],
    [
      'without any further properties',
      { allOf: [must] },
      { allOf: [must], unevaluatedProperties: false },
      'breaking',
      'compatible',
    ],
  ]);
});

describe('lists', () => {
  const words = (more: object = {}) => having({ type: 'array', items: { enum: ['x', 'y', 'z'] }, ...more });
  judged([
    ['of fewer words', words(), having({ type: 'array', items: { enum: ['x', 'y'] } }), 'breaking', 'compatible'],
    ['of words that differ', words(), words({ uniqueItems: true }), 'breaking', 'compatible'],
    ['that contain a word', words(), words({ contains: { const: 'x' } }), 'breaking', 'compatible'],
    [
      'that contain a word twice',
      words({ contains: { const: 'x' } }),
      words({ contains: { const: 'x' }, minContains: 2 }),
      'breaking',
      'compatible',
    ],
    ['with another first item', words(), words({ prefixItems: [{ const: 'x' }] }), 'breaking', 'compatible'],
    ['of at least two', words(), words({ minItems: 2 }), 'breaking', 'compatible'],
    ['of at most two', words(), words({ maxItems: 2 }), 'breaking', 'compatible'],
  ]);
});

describe('texts', () => {
  judged([
    ['that are short', having(text), having({ ...text, maxLength: 3 }), 'breaking', 'compatible'],
    [
      'that are a little shorter than long',
      having({ ...text, maxLength: 5000 }),
      having({ ...text, maxLength: 4999 }),
      'breaking',
      'compatible',
    ],
    [
      'that are a little shorter than very long',
      having({ ...text, maxLength: 65536 }),
      having({ ...text, maxLength: 65535 }),
      'breaking',
      'compatible',
    ],
    [
      'of a pattern that is longer',
      having({ ...text, pattern: '^a+$' }),
      having({ ...text, pattern: '^a{1,40}$' }),
      'breaking',
      'risky',
    ],
    [
      'of a pattern with another end',
      having({ ...text, pattern: '^[a-z]{3}-[0-9]{2}$' }),
      having({ ...text, pattern: '^[a-z]{3}-[0-8]{2}$' }),
      'breaking',
      'risky',
    ],
    ['that are dates', having(text), having({ ...text, format: 'date' }), 'breaking', 'compatible'],
    ['that are not a word', having(text), having({ ...text, not: { const: 'root' } }), 'breaking', 'compatible'],
    ['that are one word', having({ ...text, enum: ['a', 'b'] }), having({ const: 'a' }), 'breaking', 'compatible'],
  ]);
});

describe('numbers', () => {
  const number = { type: 'number' };
  judged([
    [
      'below a bound, not at it',
      having({ ...number, maximum: 120 }),
      having({ ...number, exclusiveMaximum: 120 }),
      'breaking',
      'compatible',
    ],
    [
      'above a bound, not at it',
      having({ ...whole, minimum: 120 }),
      having({ ...whole, exclusiveMinimum: 120 }),
      'breaking',
      'compatible',
    ],
    ['that are whole', having(number), having(whole), 'breaking', 'compatible'],
    ['that are multiples', having(whole), having({ ...whole, multipleOf: 5 }), 'breaking', 'compatible'],
    [
      'that are multiples of more',
      having({ ...number, multipleOf: 0.01 }),
      having({ ...number, multipleOf: 0.05 }),
      'breaking',
      'compatible',
    ],
    [
      'outside of a range',
      having(whole),
      having({ ...whole, not: { minimum: 3, maximum: 4 } }),
      'breaking',
      'compatible',
    ],
    ['of 32 bits', having(whole), having({ ...whole, format: 'int32' }), 'breaking', 'compatible'],
  ]);
});

const tagged = (tag: string, more: object = {}) => ({
  type: 'object',
  required: ['type', ...Object.keys(more)],
  properties: { type: { type: 'string', enum: [tag] }, ...more },
});

describe('alternatives', () => {
  const union = (...all: readonly object[]) => having({ type: 'array', items: { oneOf: all } });
  const either = (...all: readonly object[]) => having({ anyOf: all });
  judged([
    [
      'a tagged one is gone',
      union(tagged('a'), tagged('b', { n: whole })),
      union(tagged('a')),
      'breaking',
      'compatible',
      'risky',
    ],
    [
      'a tagged one is exchanged',
      union(tagged('a'), tagged('b'), tagged('c')),
      union(tagged('a'), tagged('d'), tagged('c')),
      'breaking',
      'breaking',
      'risky',
    ],
    [
      'a tagged one needs more',
      union(tagged('a'), { ...tagged('b', { n: whole }), required: ['type'] }),
      union(tagged('a'), tagged('b', { n: whole })),
      'breaking',
      'compatible',
    ],
    [
      'one inside another is narrower',
      union(tagged('a', { n: { type: 'array', items: { oneOf: [tagged('x'), tagged('y')] } } })),
      union(tagged('a', { n: { type: 'array', items: { oneOf: [tagged('x')] } } })),
      'breaking',
      'compatible',
      'risky',
    ],
    ['their order', union(tagged('a'), tagged('b')), union(tagged('b'), tagged('a')), 'none', 'none'],
    ['a type is gone', either(text, whole), either(text), 'breaking', 'compatible'],
    ['null is gone', either(text, { type: 'null' }), having(text), 'breaking', 'compatible'],
    ['null beside an object is gone', either(must, { type: 'null' }), having(must), 'breaking', 'compatible'],
    [
      'a text of one of them is shorter',
      either({ ...text, maxLength: 9 }, whole),
      either({ ...text, maxLength: 8 }, whole),
      'breaking',
      'compatible',
    ],
    [
      'any of them in place of exactly one',
      having({ oneOf: [text, whole] }),
      having({ anyOf: [text, whole] }),
      'none',
      'none',
    ],
    [
      'a new one that overlaps another refuses what both take',
      having({ oneOf: [{ ...whole, minimum: 0 }] }),
      having({
        oneOf: [
          { ...whole, minimum: 0 },
          { ...whole, maximum: 9 },
        ],
      }),
      'breaking',
      'breaking',
    ],
    [
      'a condition',
      having(must),
      having({ ...must, if: { properties: { a: { const: 'x' } } }, [consequence]: { required: ['c'] } }),
      'breaking',
      'compatible',
    ],
    [
      'a condition with another branch',
      having(must),
      having({ ...must, if: { properties: { a: { const: 'x' } } }, else: { properties: { b: { maximum: 9 } } } }),
      'breaking',
      'compatible',
    ],
    [
      'not an object with a property',
      having(must),
      having({ ...must, not: { required: ['c'] } }),
      'breaking',
      'compatible',
    ],
  ]);
});

describe('operations with a parameter in their path', () => {
  const served = (schema: object, more: object) => ({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: { '/t/{id}': { parameters: [{ name: 'id', in: 'path', required: true, schema }], ...more } },
  });
  const done = { responses: { 200: { description: '' } } };

  test.each<[string, object]>([
    ['a text of a pattern', { ...text, pattern: '^[A-Z]{3}-\\d+$' }],
    ['a text that may be empty', { ...text, pattern: '^[a-z]*$' }],
    ['a long text', { ...text, minLength: 40 }],
    ['a text of a format', { ...text, format: 'uuid' }],
    ['a number of a range', { ...whole, minimum: 10, maximum: 20 }],
    ['a truth value', { type: 'boolean' }],
    ['one of some words', { enum: ['x', 'y'] }],
    ['a list', { type: 'array', items: whole, minItems: 2 }],
    ['an object', { type: 'object', required: ['a'], properties: { a: whole } }],
  ])('are proven to be gone where it is %s', async (_, schema) => {
    const report = await reportOn(served(schema, { get: done, delete: done }), served(schema, { get: done }));
    expect(linesOf(report)).toEqual(['breaking operation-removed: `DELETE /t/{id}` is no longer served']);
  });

  test('are the same where only the parameter of one without an id has another name', async () => {
    const report = await reportOn(
      served(text, { get: done }),
      JSON.parse(
        JSON.stringify(served(text, { get: done }))
          .replaceAll('id}', 'name}')
          .replaceAll('"id"', '"name"'),
      ),
    );
    expect(report.changes.map(({ kind }) => kind)).toEqual(['path-parameter-renamed']);
  });
});

describe('schemas that refer to themselves', () => {
  const own = (schema: object) => (more: object) =>
    request({ $ref: '#/components/schemas/A' }, { components: { schemas: { A: { ...schema, ...more } } } });
  const self = { $ref: '#/components/schemas/A' };

  test.each<[string, object, object]>([
    [
      'a list of themselves',
      { anyOf: [text, { type: 'array', items: self }] },
      { anyOf: [text, { type: 'array', items: self, maxItems: 3 }] },
    ],
    [
      'an object in an object',
      { type: 'object', properties: { next: self } },
      { type: 'object', properties: { next: self }, required: ['next'] },
    ],
    [
      'a map of themselves',
      { type: 'object', additionalProperties: self },
      { type: 'object', additionalProperties: self, maxProperties: 1 },
    ],
    [
      'an alternative of themselves',
      { oneOf: [{ type: 'null' }, { type: 'object', required: ['a'], properties: { a: self } }] },
      { oneOf: [{ type: 'null' }, { type: 'object', required: ['a', 'b'], properties: { a: self } }] },
    ],
  ])('are narrowed with a proof: %s', async (_, before, after) => {
    expect(verdictOf(await reportOn(own(before)({}), own(after)({})))).toBe('breaking');
    expect(verdictOf(await reportOn(own(after)({}), own(before)({})))).toBe('compatible');
  });

  test('are narrowed with a proof in a large union of others that have the same union', async () => {
    const names = Array.from({ length: 100 }, (_, index) => `S${index}`);
    const all = (lost?: string) => {
      const next = {
        oneOf: names.filter((name) => name !== lost).map((name) => ({ $ref: `#/components/schemas/${name}` })),
      };
      const schemas = Object.fromEntries(names.map((name) => [name, tagged(name)]));
      const union = { S0: { ...tagged('S0'), properties: { type: { enum: ['S0'] }, next } } };
      return request({ $ref: '#/components/schemas/S0' }, { components: { schemas: { ...schemas, ...union } } });
    };
    const { changes } = await reportOn(all(), all('S7'));
    const breaking = changes.filter(({ levels }) => levels.callers === 'breaking');
    expect(breaking.map((change) => bodyOf(change))).toEqual([{ type: 'S0', next: { type: 'S7' } }]);
  });
});
