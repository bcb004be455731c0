import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { request, reportOn, description, type Value } from './testing/descriptions.ts';

/** The words of the first request that a report shows, as a shell passes them to curl. */
async function sentBy(before: object, after: object): Promise<string[]> {
  const { changes } = await reportOn(before, after);
  const [line = ''] = changes.flatMap(({ curl }) => curl ?? []);
  const script = `URL=http://a.example; curl() { printf '%s\\0' "$@"; }; ${line}`;
  return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).split('\0').slice(1, -1);
}

/** A description of `GET /things` with one parameter. */
function parameter(own: object, path = '/things'): object {
  return description({
    paths: { [path]: { get: { parameters: [{ in: 'query', name: 'p', required: true, ...own }], responses: {} } } },
  });
}

const list = { type: 'array', minItems: 2, items: { type: 'string', enum: ['a b', "it's"] } };
const object = {
  type: 'object',
  required: ['k', 'm'],
  properties: { k: { const: 1 }, m: { type: 'string', minLength: 1 } },
};

describe('a request line', () => {
  test.each<[name: string, parameter: object, path: string]>([
    ['a list as repeated names', { schema: list }, '/things?p=a%20b&p=a%20b'],
    ['a list with commas', { schema: list, explode: false }, '/things?p=a%20b,a%20b'],
    ['a list with spaces', { schema: list, style: 'spaceDelimited' }, '/things?p=a%20b%20a%20b'],
    ['a list with pipes', { schema: list, style: 'pipeDelimited' }, '/things?p=a%20b%7Ca%20b'],
    ['an object as its fields', { schema: object }, '/things?k=1&m=a'],
    ['an object with commas', { schema: object, explode: false }, '/things?p=k,1,m,a'],
    ['an object with brackets', { schema: object, style: 'deepObject' }, '/things?p%5Bk%5D=1&p%5Bm%5D=a'],
    [
      'an object as JSON',
      { content: { 'application/json': { schema: object } } },
      '/things?p=%7B%22k%22%3A1%2C%22m%22%3A%22a%22%7D',
    ],
  ])('writes %s', async (_, own, path) => {
    const stricter = (given: object): object =>
      JSON.parse(
        JSON.stringify(given).replace('"minItems":2', '"minItems":9').replace('"minLength":1', '"minLength":2'),
      );
    const words = await sentBy(parameter(own), parameter(stricter(own)));
    expect(words).toContain(`http://a.example${path}`);
  });

  test.each<[style: string, explode: boolean, path: string]>([
    ['simple', false, 'a%20b,a%20b'],
    ['label', true, '.a%20b.a%20b'],
    ['matrix', false, ';p=a%20b,a%20b'],
    ['matrix', true, ';p=a%20b;p=a%20b'],
  ])('writes a list in a path as %s, exploded: %s', async (style, explode, text) => {
    const at = (schema: object) => parameter({ in: 'path', style, explode, schema }, '/things/{p}');
    const words = await sentBy(at(list), at({ ...list, minItems: 3 }));
    expect(words).toContain(`http://a.example/things/${text}`);
  });

  test.each<[type: string, words: readonly string[]]>([
    ['application/x-www-form-urlencoded', ['--data-raw', "s=it's%20%40b&l=x&l=x"]],
    ['multipart/form-data', ['--form-string', "s=it's @b", '--form-string', 'l=x', '--form-string', 'l=x']],
    ['application/json', ['--data-raw', `{"s":"it's @b","l":["x","x"]}`]],
  ])('writes a body as %s', async (type, words) => {
    const body = (n: object): Value => ({
      type: 'object',
      required: ['s', 'l'],
      properties: { s: { const: "it's @b" }, l: { type: 'array', items: { const: 'x' }, ...n } },
    });
    const as = (schema: Value) => JSON.parse(JSON.stringify(request(schema)).replace('application/json', type));
    const found = await sentBy(as(body({ minItems: 2 })), as(body({ minItems: 3 })));
    expect(found.slice(-words.length)).toEqual(words);
  });

  test('sends cookies', async () => {
    const at = (maximum: number) => parameter({ in: 'cookie', schema: { type: 'integer', minimum: 7, maximum } });
    expect(await sentBy(at(8), at(7))).toContain('cookie: p=8');
  });
});
