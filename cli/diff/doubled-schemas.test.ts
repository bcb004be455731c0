import { describe, expect, test } from 'vitest';
import { having, linesOf, reportOn, request, verdictOf } from './testing/descriptions.ts';

const levels = 40;

/** A body of which each level has the next one twice, so that 40 levels have a million million leaves. */
function doubled(leaf: object, ...keywords: readonly string[]): object {
  const schemas = Array.from({ length: levels }, (_, index) => {
    const next = { $ref: `#/components/schemas/L${index + 1}` };
    const keyword = keywords[index % keywords.length] ?? 'anyOf';
    if (keyword === 'not') return { not: { anyOf: [next, next] } };
    if (keyword === 'if') return { if: next, else: next };
    return keyword === 'properties' ? having(next, { required: ['p'] }) : { [keyword]: [next, next] };
  });
  const named = Object.fromEntries([...schemas, leaf].map((schema, index) => [`L${index}`, schema]));
  return request({ $ref: '#/components/schemas/L0' }, { components: { schemas: named } });
}

describe('levels that each double the work are not decided, and end', () => {
  const [text, short] = [{ type: 'string' }, { type: 'string', maxLength: 4 }];

  const mixes = [
    ['allOf'],
    ['anyOf'],
    ['oneOf'],
    ['not'],
    ['if'],
    ['allOf', 'anyOf', 'oneOf'],
    ['properties', 'anyOf', 'oneOf'],
  ];
  test.each(mixes.map((keywords) => [keywords.join(', '), keywords] as const))('of %s', async (_, keywords) => {
    const report = await reportOn(doubled(text, ...keywords), doubled(short, ...keywords));
    expect([verdictOf(report), linesOf(report)]).toEqual(['risky', [expect.stringContaining('not decided: ')]]);
  });

  test.each(['anyOf', 'oneOf'])('where all of %s becomes another keyword', async (keyword) => {
    const report = await reportOn(doubled(text, keyword), doubled(text, 'allOf'));
    expect(verdictOf(report)).toBe('risky');
  });
});

test('each of 300 alternatives that changes is proven', async () => {
  const names = Array.from({ length: 300 }, (_, index) => `p${index}`);
  const union = (schema: object) =>
    request({ anyOf: names.map((name) => ({ type: 'object', required: [name], properties: { [name]: schema } })) });
  const report = await reportOn(union({ type: 'string' }), union({ type: 'string', maxLength: 5 }));
  expect(report.summary.callers).toEqual({ breaking: names.length, risky: 0, compatible: 0 });
});
