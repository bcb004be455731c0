import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linesOf, reportOn, request, response, type Verdict, verdictOf } from './testing/descriptions.ts';

type Schema = Readonly<Record<string, unknown>>;

const ajv = new Ajv2020({ strict: false, validateSchema: false, logger: false });

const names = ['a', 'b', 'c'] as const;
const small = fc.integer({ min: 0, max: 4 });
const word = fc.constantFrom('', 'a', 'b', 'ab', 'abc');

/** Some of the keywords of a record: each is there or not. */
const some = (keywords: Readonly<Record<string, fc.Arbitrary<unknown>>>) =>
  fc.record(keywords, { requiredKeys: [] }) as fc.Arbitrary<Schema>;

const { schema } = fc.letrec<{ schema: Schema; leaf: Schema; inner: Schema }>((tie) => ({
  leaf: fc.oneof(
    some({ minLength: small, maxLength: small, enum: fc.uniqueArray(word, { minLength: 1 }) }).map((own) => ({
      type: 'string',
      ...own,
    })),
    some({ minimum: small, maximum: small, exclusiveMinimum: small, multipleOf: fc.constantFrom(1, 2) }).map((own) => ({
      type: 'integer',
      ...own,
    })),
    some({ minimum: small, exclusiveMaximum: small }).map((own) => ({ type: 'number', ...own })),
    fc.constantFrom<Schema>({ type: 'boolean' }, { type: ['string', 'null'] }, { const: 'a' }, {}),
  ),
  inner: fc.oneof(
    fc
      .record({
        properties: fc.dictionary(fc.constantFrom(...names), tie('schema'), { maxKeys: 3 }),
        own: some({
          required: fc.uniqueArray(fc.constantFrom(...names)),
          additionalProperties: fc.oneof(fc.boolean(), tie('leaf')),
          minProperties: fc.integer({ min: 0, max: 2 }),
          maxProperties: fc.integer({ min: 1, max: 3 }),
          propertyNames: fc.constantFrom({ maxLength: 1 }, { enum: ['a', 'b'] }),
        }),
      })
      .map(({ properties, own }) => ({ type: 'object', properties: { ...properties }, ...own })),
    some({
      items: tie('schema'),
      minItems: fc.integer({ min: 0, max: 2 }),
      maxItems: fc.integer({ min: 1, max: 3 }),
      uniqueItems: fc.boolean(),
      contains: tie('leaf'),
    }).map((own) => ({ type: 'array', ...own })),
    fc
      .tuple(fc.constantFrom('anyOf', 'oneOf', 'allOf'), fc.array(tie('schema'), { minLength: 2, maxLength: 3 }))
      .map(([keyword, all]) => ({ [keyword]: all })),
    fc.tuple(tie('leaf'), tie('leaf')).map(([not, own]) => ({ ...own, not })),
  ),
  schema: fc.oneof({ maxDepth: 2, depthIdentifier: 'schema' }, tie('leaf'), tie('inner')),
}));

/** A schema and an edited one: another schema stands in place of one inside it. */
const edited = fc.tuple(schema, schema, fc.nat()).map(([before, other, place]) => {
  let left = place % 6;
  const replaced = (value: unknown, key = ''): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value))
      return value.map((item) => replaced(item, key === 'enum' || key === 'required' ? 'values' : 'schema'));
    if (key === 'schema' && left-- === 0) return other;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        name,
        replaced(inner, key === 'properties' || ['items', 'not', 'contains'].includes(name) ? 'schema' : name),
      ]),
    );
  };
  return [before, Object(replaced(before, 'schema'))] as const;
});

const { value } = fc.letrec<{ value: unknown; scalar: unknown }>((tie) => ({
  scalar: fc.oneof(fc.constantFrom(null, true, false, 0.5, 1.5), fc.integer({ min: -1, max: 6 }), word),
  value: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'value' },
    tie('scalar'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...names, 'd', 'long'), tie('value'), { maxKeys: 3 }),
  ),
}));

const mayBreak = (verdict: Verdict) => verdict === 'breaking' || verdict === 'risky';

test('a change that refuses a value is never called compatible, and each proof is one that Ajv confirms', async () => {
  await fc.assert(
    fc.asyncProperty(edited, fc.array(value, { minLength: 20, maxLength: 20 }), async ([before, after], values) => {
      const [old, now] = [ajv.compile(before), ajv.compile(after)];
      const lost = values.filter((each) => old(each) && !now(each));
      const asked = await reportOn(request(before), request(after));
      const answered = await reportOn(response(after), response(before));
      if (lost.length > 0) {
        expect(mayBreak(verdictOf(asked)), `${JSON.stringify(lost[0])}: ${linesOf(asked)}`).toBe(true);
        expect(mayBreak(verdictOf(answered)), `${JSON.stringify(lost[0])}: ${linesOf(answered)}`).toBe(true);
      }
      for (const { levels, witness, sentence } of [...asked.changes, ...answered.changes]) {
        if (levels.callers !== 'breaking') continue;
        const shown =
          witness?.claim === 'request'
            ? witness.request.body
            : witness?.claim === 'response'
              ? witness.value
              : undefined;
        expect([old(shown), now(shown)], `${sentence}: ${JSON.stringify(shown)}`).toEqual([true, false]);
      }
    }),
    { numRuns: 150, seed: 1 },
  );
});
