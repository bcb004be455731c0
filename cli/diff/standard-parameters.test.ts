import { describe } from 'vitest';
import { description, judged, operation } from './testing/descriptions.ts';

const name = (own: object, as = 'query'): object => ({ name: 'p', in: as, schema: { type: 'string' }, ...own });

/** A description whose path and operation have parameters. */
const parameters = (ofPath: readonly object[], ofOperation: readonly object[]): object =>
  description({
    paths: {
      '/things': { parameters: ofPath, get: { parameters: ofOperation, responses: { 200: { description: '' } } } },
    },
  });

describe('parameters of a path and of its operations', () => {
  judged([
    [
      'one moves from the operation to the path',
      parameters([], [name({})]),
      parameters([name({})], []),
      'none',
      'none',
    ],
    [
      'the one of the operation overrides the one of the path',
      parameters([], [name({})]),
      parameters([name({ required: true })], [name({})]),
      'none',
      'none',
    ],
    [
      'the overriding one is no longer there',
      parameters([name({ required: true })], [name({})]),
      parameters([name({ required: true })], []),
      'breaking',
      'compatible',
    ],
    [
      'one of the same name in another place overrides nothing',
      parameters([name({})], []),
      parameters([name({})], [name({ required: true }, 'header')]),
      'breaking',
      'risky',
    ],
    [
      'names of headers have no case',
      parameters([name({ name: 'X-Room', required: true }, 'header')], [name({ name: 'x-room' }, 'header')]),
      parameters([], [name({ name: 'X-ROOM' }, 'header')]),
      'none',
    ],
    [
      'the schema of the path holds where the operation has none of its own',
      parameters([name({ schema: { type: 'string', maxLength: 9 } })], []),
      parameters([name({ schema: { type: 'string', maxLength: 5 } })], []),
      'breaking',
      'compatible',
    ],
  ]);
});

const header = (own: string, more: object = {}) => operation({ parameters: [name({ name: own, ...more }, 'header')] });

describe('headers that a description cannot describe', () => {
  judged([
    ['Accept is required', operation({}), header('Accept', { required: true }), 'none', 'none'],
    ['authorization is required', operation({}), header('authorization', { required: true }), 'none', 'none'],
    ['CONTENT-TYPE changes', header('CONTENT-TYPE'), header('CONTENT-TYPE', { schema: { enum: ['a'] } }), 'none'],
    ['X-Accept is required', operation({}), header('X-Accept', { required: true }), 'breaking', 'risky'],
    [
      'the same name in a query is a parameter',
      operation({}),
      operation({ parameters: [name({ name: 'Accept', required: true })] }),
      'breaking',
    ],
    [
      'the content type of a response is no header of its own',
      operation({ responses: { 200: { description: '' } } }),
      operation({
        responses: { 200: { description: '', headers: { 'Content-Type': { schema: { type: 'string' } } } } },
      }),
      'none',
    ],
  ]);
});
