import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Operation } from '../contract/contract.ts';
import { NotTestable } from '../http/interruption.ts';
import { labContract } from '../testing/lab-contract.ts';
import { buildRequest } from './request.ts';

const target = { url: 'http://127.0.0.1:1/mounted', segments: { region: 'far north' } };
const text = fc.string({ unit: 'grapheme', minLength: 1 });

function operation(part: Partial<Operation>): Operation {
  const [first] = labContract.operations;
  if (!first) throw new Error('The contract of the tests has operations.');
  return { ...first, ...part };
}

describe('buildRequest', () => {
  test('puts segments, parameters and the mount into the path', () => {
    const wide = operation({ template: '/api/{region}/{id}/{name}', segments: { region: 'north' }, wide: ['name'] });
    fc.assert(
      fc.property(text, text, text, (id, first, second) => {
        const { path } = buildRequest({ operation: wide, params: { id, name: `${first}/${second}` } }, { target });
        expect(path.split('/').slice(0, 4).join('/')).toBe('/mounted/api/far%20north');
        const [, , , , ownId, ...names] = path.split('/').map(decodeURIComponent);
        expect(ownId).toBe(id);
        expect(names.join('/')).toBe(`${first}/${second}`);
      }),
    );
  });

  test('writes queries so that a server reads them back', () => {
    fc.assert(
      fc.property(fc.dictionary(text, text), (query) => {
        const { path } = buildRequest({ operation: operation({}), query }, { target });
        expect(Object.fromEntries(new URL(path, 'http://x').searchParams)).toEqual({ ...query });
      }),
    );
  });

  test('cannot test a segment that the target file does not have', () => {
    const hidden = operation({ template: '/api/{venue}/x', segments: { venue: 'venue' } });
    expect(() => buildRequest({ operation: hidden }, { target })).toThrow(NotTestable);
  });

  test('sends the API key unless the check sends its own or none', () => {
    const keyed = operation({ auth: 'key' });
    const own = (headers?: Record<string, string>) =>
      buildRequest({ operation: keyed, ...(headers && { headers }) }, { target, apiKey: 'k' }).headers.authorization;
    expect(own()).toBe('Bearer k');
    expect(own({ Authorization: 'Bearer other' })).toBe('Bearer other');
    expect(own({ authorization: '' })).toBeUndefined();
    expect(() => buildRequest({ operation: keyed }, { target })).toThrow(NotTestable);
  });

  test('follows a URL of the target on its own origin only', () => {
    const follow = (url: string) => buildRequest({ operation: operation({}), url }, { target }).path;
    expect(follow('/jobs/1?x=2')).toBe('/jobs/1?x=2');
    expect(follow('http://127.0.0.1:1/jobs/1')).toBe('/jobs/1');
    expect(() => follow('http://127.0.0.1:2/jobs/1')).toThrow(NotTestable);
  });

  test('sends a form where its type is asked for, and leaves the boundary to the sender', () => {
    const invocation = { operation: operation({}), body: { text: 'a', image: ['data:a/b;base64,AA=='] } };
    const { body, form, headers } = buildRequest(
      { ...invocation, headers: { 'Content-Type': 'multipart/form-data' } },
      { target },
    );
    expect(form).toEqual([
      ['text', 'a'],
      ['image[]', 'data:a/b;base64,AA=='],
    ]);
    expect([body, headers['content-type']]).toEqual([undefined, undefined]);
  });

  test('sends exact text where a check gives it', () => {
    const raw = { text: '{"a":', contentType: 'text/plain' };
    const { body, headers } = buildRequest({ operation: operation({}), raw }, { target });
    expect({ body, type: headers['content-type'] }).toEqual({ body: '{"a":', type: 'text/plain' });
  });
});
