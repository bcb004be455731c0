import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../../model/types.ts';
import { print } from '../../output/code-tree.ts';
import { tides } from '../testing/model.ts';
import { planParts } from '../typescript/parts.ts';
import { requestSchemas, sentTypeOf } from './requests.ts';

const days: JsonSchema = { type: 'integer', default: 7 };
const object = (properties: JsonSchema, ...required: string[]): JsonSchema => ({
  type: 'object',
  properties,
  required,
});
const schemas: Record<string, JsonSchema> = {
  Range: object({ days }),
  Tree: object({ days, branches: { type: 'array', items: { $ref: '#/schemas/Tree' } } }),
};
const range = { $ref: '#/schemas/Range' };

describe('sentTypeOf', () => {
  test.each<[string, JsonSchema, type: string, apart: readonly string[]]>([
    ['is the type itself where nothing has a default', object({ days: { type: 'integer' } }), 'ForecastRequest', []],
    ['lets fields with a default be left out', object({ days }), 'Sendable<ForecastRequest, "days">', []],
    [
      'does so in what a field contains',
      object({ range }),
      'SentForecastRequest',
      ['SentForecastRequest', 'SentRange'],
    ],
    [
      'does so in items of lists',
      object({ ranges: { type: 'array', items: object({ days }) } }),
      'SentForecastRequest',
      ['SentForecastRequest'],
    ],
    [
      'ends where a schema contains itself',
      object({ tree: { $ref: '#/schemas/Tree' } }),
      'SentForecastRequest',
      ['SentForecastRequest', 'SentTree'],
    ],
  ])('%s', (_, schema, type, apart) => {
    const model = withRequest(schema);
    const plan = [...planParts(model).values()].flat().find((each) => each.type === 'ForecastRequest');
    if (!plan) throw new Error('The fixture has lost its request.');
    expect(print(sentTypeOf(model, plan))).toBe(type);
    expect(Object.keys(requestSchemas(model)).filter((name) => name.startsWith('Sent'))).toEqual(apart);
  });
});

describe('requestSchemas', () => {
  test('has each field with a default once it is filled in, and leaves it out of what is sent', () => {
    const { ForecastRequest, Range, SentForecastRequest, SentRange } = requestSchemas(withRequest(object({ range })));
    expect(Range?.required).toEqual(['days']);
    expect(SentRange?.required).toEqual([]);
    expect(ForecastRequest?.properties).toEqual({ range });
    expect(SentForecastRequest?.properties).toEqual({ range: { $ref: '#/schemas/SentRange' } });
  });
});

function withRequest(schema: JsonSchema) {
  const hosts = tides.hosts.map((view) => ({
    ...view,
    schemas: { ...view.schemas, ...schemas, ForecastRequest: schema },
  }));
  return { ...tides, hosts };
}
