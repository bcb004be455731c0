import { describe, expect, test } from 'vitest';
import { description, having, linesOf, reportOn, request } from './testing/descriptions.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });

/** A description of two operations on one path, whose parameter has a pattern. */
function paths(get: object = {}, put: object = {}, name = 'id'): object {
  const parameters = [{ name, in: 'path', required: true, schema: { type: 'string', pattern: '^[a-z]{3}$' } }];
  const done = { responses: { 200: { description: 'Done' }, 404: { description: 'Unknown' } } };
  return description({
    paths: { [`/items/{${name}}`]: { parameters, get: { ...done, ...get }, put: { ...done, ...put } } },
  });
}

describe('a report says in one sentence', () => {
  const ids = { name: 'ids', in: 'query', schema: { type: 'array', items: { type: 'string' } } };
  const body = json({ type: 'object' });
  const answer = { responses: { 200: { description: 'Done' }, 404: { description: 'Unknown', ...body } } };

  test.each<[name: string, before: object, after: object, lines: readonly string[]]>([
    [
      'that a body must be there',
      paths({}, { requestBody: body }),
      paths({}, { requestBody: { ...body, required: true } }),
      ['breaking request-field-required: The body of `put /items/{id}` is now required'],
    ],
    [
      'which of the listed values a constant leaves',
      request(having({ type: 'string', enum: ['a', 'b'] })),
      request(having({ const: 'a' })),
      ['breaking request-type-narrowed: `p` in the body of `make` no longer accepts `b`'],
    ],
    [
      'how a parameter is written where the standard says how',
      paths({ parameters: [ids] }),
      paths({ parameters: [{ ...ids, explode: false }] }),
      [
        'breaking request-parameter-style-changed: `ids` in the query of `get /items/{id}` has explode false instead of true',
      ],
    ],
    [
      'that a response has a body',
      paths(),
      paths(answer),
      [
        'compatible response-body-added: HTTP 404 of `get /items/{id}` now has a body of `application/json`',
        expect.stringMatching(/^compatible response-type-narrowed: The response 404 of .* is always an object/),
      ],
    ],
    [
      'that a parameter of a path has another name, once for all operations',
      paths(),
      paths({}, {}, 'key'),
      ['risky path-parameter-renamed: Parameters of `/items/{key}` were renamed from `/items/{id}`'],
    ],
  ])('%s', async (_, before, after, lines) => {
    expect(linesOf(await reportOn(before, after))).toEqual(lines);
  });
});
