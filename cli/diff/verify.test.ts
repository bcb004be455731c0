import { expect, test } from 'vitest';
import { readDescription } from './description.ts';
import { reportOf } from './report.ts';
import { holds } from './verify.ts';

/** A description of one operation whose body has one number and a text. */
function descriptionOf(path: string, count: object, more: object = {}): string {
  const schema = { type: 'object', required: ['count'], properties: { count: { type: 'integer', ...count } }, ...more };
  const post = { operationId: 'make', requestBody: { required: true, content: { 'application/json': { schema } } } };
  return JSON.stringify({ openapi: '3.1.0', info: {}, paths: { [path]: { post: { ...post, responses: {} } } } });
}

async function changesOf(before: string, after: string) {
  const sides = [await readDescription('before', before), await readDescription('after', after)] as const;
  const { changes } = await reportOf(...sides, ['callers'], []);
  return changes;
}

test('that an operation has moved proves nothing else of what it refuses', async () => {
  const [before, after] = [descriptionOf('/a', { maximum: 50 }), descriptionOf('/b', { maximum: 40 })];
  const sides = [await readDescription('before', before), await readDescription('after', after)] as const;
  const sent = (count: number, more: { readonly elsewhere?: true } = {}) =>
    holds(
      { claim: 'request', host: 'api', operation: 'make', accepted: 'before', request: { body: { count } }, ...more },
      ...sides,
    );
  expect([sent(41), sent(40), sent(40, { elsewhere: true })]).toEqual([true, false, true]);
});

test('a new pattern is proven by one of the signs that it excludes', async () => {
  const text = (pattern: object) => ({
    properties: { count: { type: 'integer' }, name: { type: 'string', ...pattern } },
  });
  const [change] = await changesOf(
    descriptionOf('/a', {}, text({})),
    descriptionOf('/a', {}, text({ pattern: '^[^<>]*$' })),
  );
  expect(change).toMatchObject({ kind: 'request-pattern-narrowed', levels: { callers: 'breaking' } });
});

test('of two fields either of which is enough, none is lost', async () => {
  const other = { properties: { count: { type: 'integer' }, number: { type: 'integer' } }, required: [] };
  const either = { ...other, anyOf: [{ required: ['count'] }, { required: ['number'] }] };
  const before = descriptionOf('/a', {}, { ...other, required: ['count'] });
  const changes = await changesOf(before, descriptionOf('/a', {}, either));
  expect(changes.map(({ kind, levels }) => `${levels.callers} ${kind}`)).toEqual([
    'compatible request-field-not-required',
  ]);
});

test('a description that has a key twice is refused with its place, in JSON as in YAML', async () => {
  const json = '{\n  "openapi": "3.1.0",\n  "paths": {},\n  "paths": {}\n}';
  await expect(readDescription('a.json', json)).rejects.toThrow('a.json:4:3 has "paths" a second time in one object');
  const yaml = 'openapi: 3.1.0\npaths: {}\npaths: {}\n';
  await expect(readDescription('a.yaml', yaml)).rejects.toThrow('a.yaml:3:1 has "paths" a second time in one object');
  await expect(readDescription('a.json', '{"openapi":"3.1.0",')).rejects.toThrow(/^a\.json is neither .*\(1:\d+\)\.$/);
});

test('long lists that begin alike are distinguished', async () => {
  const names = Array.from({ length: 20 }, (_, index) => `a name of some length ${index}`);
  const listed = (values: readonly string[]) =>
    descriptionOf('/a', {}, { properties: { count: { type: 'integer' }, name: { type: 'string', enum: values } } });
  const [change] = await changesOf(listed(names), listed(names.slice(0, -1)));
  expect(change?.sentence).toContain('no longer accepts `a name of some length 19`');
});
