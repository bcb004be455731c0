import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../../model/types.ts';
import { withDiscriminators } from './discriminator.ts';

const kind = (value: string, required = ['kind']): JsonSchema => ({
  ...{ type: 'object', required },
  properties: { kind: { const: value }, size: { type: 'integer' } },
});
const schemas = { Cat: kind('cat'), Dog: kind('dog'), Cow: kind('cat'), Hen: kind('hen', []) };
const choice = (...names: string[]) => ({ oneOf: names.map((name) => ({ $ref: `#/schemas/${name}` })) });

describe('withDiscriminators', () => {
  test('names the property that tells alternatives apart, at every depth', () => {
    const discriminator = {
      propertyName: 'kind',
      mapping: { cat: '#/components/schemas/Cat', dog: '#/components/schemas/Dog' },
    };
    const list = { type: 'array', items: choice('Cat', 'Dog') };
    expect(withDiscriminators(list, schemas)).toEqual({ ...list, items: { ...list.items, discriminator } });
  });

  test.each([
    ['two have the same constant', choice('Cat', 'Cow')],
    ['one may leave it out', choice('Cat', 'Hen')],
    ['there is one', choice('Cat')],
    ['one has no name', { oneOf: [{ $ref: '#/schemas/Cat' }, kind('dog')] }],
  ])('names none where %s', (_, schema) => {
    expect(withDiscriminators(schema, schemas)).toEqual(schema);
  });
});
