import { expect, test } from 'vitest';
import { print } from '../../output/code-tree.ts';
import { schemaType } from './schema-type.ts';

test('a list of itself may contain anything below its first level', () => {
  const schemas = { Tree: { type: 'array', items: { $ref: '#/schemas/Tree' } } };
  const type = schemaType({ $ref: '#/schemas/Tree' }, { schemas, named: (name) => name });
  expect(print(type)).toBe('readonly (unknown)[]');
});
