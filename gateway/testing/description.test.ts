import { beforeAll, describe, expect, test } from 'vitest';
import { type Departure, readDescription } from './description.ts';

let departs: Departure;
beforeAll(async () => {
  departs = await readDescription('base');
});

const models = { method: 'GET', path: '/api/v1/images/models' };
const json = { 'content-type': 'application/json; charset=utf-8' };

describe('readDescription', () => {
  test('takes an answer as it is described', () => {
    expect(departs({ method: 'GET', path: '/api/health' }, { status: 200, headers: json, body: '{}' })).toBeUndefined();
  });

  test('tells a body that breaks its schema', () => {
    const call = { method: 'POST', path: '/api/v1/images/generations' };
    const body = JSON.stringify({ created: 'today', data: [] });
    expect(departs(call, { status: 200, headers: json, body })).toContain('/api/v1/images/generations 200: body');
  });

  test('tells a status, a content type and a header that are not as described', () => {
    expect(departs(models, { status: 302, headers: {} })).toContain('the status is not described');
    expect(departs(models, { status: 200, headers: { 'content-type': 'text/html' } })).toContain('text/html is not');
    const call = { method: 'POST', path: '/api/v1/search' };
    const challenge = { status: 402, headers: { ...json, 'Cache-Control': 'public' }, body: '{}' };
    expect(departs(call, challenge)).toContain('the header Cache-Control');
  });

  test('prefers what is written out to what is left open, and says nothing of other paths', () => {
    const posted = { method: 'POST', path: '/api/v1/websearch/search' };
    expect(departs(posted, { status: 302, headers: {} })).toContain('/api/v1/websearch/search 302');
    expect(departs({ method: 'GET', path: '/elsewhere' }, { status: 500, headers: {} })).toBeUndefined();
  });
});
