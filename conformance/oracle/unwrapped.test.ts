import { expect, test } from 'vitest';
import { readContract } from '../contract/contract.ts';
import { evaluatorOf } from './evaluate.ts';
import { validatorOf } from './schema.ts';
import { unwrapped } from './unwrapped.ts';

const contract = await readContract('generated/contracts/base.json');
const validator = validatorOf(contract, evaluatorOf(contract).catalogs);
const schema = { $ref: '#/schemas/WebSearchAnswer' };
const contentOf = (json: unknown) => unwrapped(schema, json, { validator, schemas: contract.schemas });

test('looks into a wrapper that the schema allows', () => {
  expect(contentOf({ data: { results: [] } })).toEqual({ json: { results: [] }, at: '/data' });
});

test.each([{ results: [] }, { data: [] }, { data: { other: 1 } }, [], 'text', undefined])(
  'leaves %j as it is',
  (json) => {
    expect(contentOf(json)).toEqual({ json, at: '' });
  },
);

test('leaves responses alone whose schema allows no wrapper', () => {
  const json = { data: { results: [] } };
  const parts = { validator, schemas: contract.schemas };
  expect(unwrapped({ $ref: '#/schemas/ChatCompletion' }, json, parts)).toEqual({ json, at: '' });
  expect(unwrapped(undefined, json, parts)).toEqual({ json, at: '' });
});
