/** Pairs that users reported to other tools as judged wrongly, in our own words. */

import { describe } from 'vitest';
import { judged, operation, request, response } from './testing/descriptions.ts';

const text = { type: 'string' };
const named = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: object, rest: object = {}) => ({ type: 'object', properties, ...rest });
const types = (...names: string[]) =>
  operation({
    responses: { 200: { description: '', content: Object.fromEntries(names.map((name) => [name, { schema: text }])) } },
  });

describe('oasdiff', () => {
  const whole = (own: object, shared: object) =>
    response(named('Whole'), {
      components: { schemas: { Whole: { allOf: [named('Shared'), object(own)] }, Shared: object(shared) } },
    });
  judged([
    [
      'a property that moves into a part of allOf (#766)',
      whole({ second: text, third: text }, { first: text }),
      whole({ third: text }, { first: text, second: text }),
      'none',
    ],
    ['a new property within allOf (#106)', whole({}, { a: text }), whole({}, { a: text, b: text }), 'compatible'],
    [
      'a property of an alternative that becomes optional (#314)',
      response({
        oneOf: [object({ problem: text }, { required: ['problem'] }), object({ other: text }, { required: ['other'] })],
      }),
      response({ oneOf: [object({ problem: text }), object({ other: text }, { required: ['other'] })] }),
      'breaking',
    ],
    [
      'a response property that may be null (#223)',
      response(object({ id: text }, { required: ['id'] })),
      response(object({ id: { type: ['string', 'null'] } }, { required: ['id'] })),
      'breaking',
    ],
  ]);
});

describe('openapi-changes', () => {
  judged([
    [
      'allOf in place of one object (#150)',
      request({ allOf: [object({ a: text }, { required: ['a'] }), object({ b: text })] }),
      request(object({ a: text, b: text }, { required: ['a'] })),
      'none',
    ],
    [
      'a new property beside unknown ones (#203)',
      response(object({ a: { ...text, default: '' } }, { additionalProperties: true })),
      response(object({ a: { ...text, default: '' }, b: { ...text, default: '' } }, { additionalProperties: true })),
      'compatible',
    ],
  ]);
});

describe('Optic, bump and api-smart-diff', () => {
  const given = { parameters: [{ name: 'q', in: 'query', required: true, schema: text }] };
  judged([
    [
      'a value that a request loses (optic #2170)',
      request(object({ kind: { type: 'string', enum: ['a', 'b'] } })),
      request(object({ kind: { type: 'string', enum: ['a'] } })),
      'breaking',
    ],
    [
      'a type that a response loses (bump #453)',
      types('application/json', 'application/xml'),
      types('application/json'),
      'breaking',
    ],
    ['a description beside itself (api-smart-diff #6)', operation(given), operation(given), 'none'],
  ]);
});
