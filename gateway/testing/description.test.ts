import { beforeAll, describe, expect, test } from 'vitest';
import { type DescribedOperation, readDescription } from './description.ts';

let described: DescribedOperation;
let departs: DescribedOperation['departure'];
beforeAll(async () => {
  described = await readDescription('base');
  departs = described.departure;
});

const models = { method: 'GET', path: '/api/v1/images/models' };
const json = { 'content-type': 'application/json; charset=utf-8' };

describe('readDescription', () => {
  test('takes an answer as it is described', () => {
    expect(departs({ method: 'GET', path: '/api/health' }, { status: 200, headers: json, body: '{}' })).toBeUndefined();
  });

  test('reports a body that breaks its schema', () => {
    const call = { method: 'POST', path: '/api/v1/images/generations' };
    const body = JSON.stringify({ created: 'today', data: [] });
    expect(departs(call, { status: 200, headers: json, body })).toContain('/api/v1/images/generations 200: body');
  });

  test('reports a status, a content type and a header that are not as described', () => {
    expect(departs(models, { status: 302, headers: {} })).toContain('the status is not described');
    expect(departs(models, { status: 200, headers: { 'content-type': 'text/html' } })).toContain('text/html is not');
    const call = { method: 'POST', path: '/api/v1/search' };
    const challenge = { status: 402, headers: { ...json, 'Cache-Control': 'public' }, body: '{}' };
    expect(departs(call, challenge)).toContain('the header Cache-Control');
  });

  test('prefers literal paths to templates, and ignores unknown paths', () => {
    const posted = { method: 'POST', path: '/api/v1/websearch/search' };
    expect(departs(posted, { status: 302, headers: {} })).toContain('/api/v1/websearch/search 302');
    expect(departs({ method: 'GET', path: '/elsewhere' }, { status: 500, headers: {} })).toBeUndefined();
  });

  test('finds paths whose parameter contains slashes, and knows what it has not judged yet', () => {
    const wide = 'get /api/v1/cryptodata/{path}';
    expect(described.unseen()).toContain(wide);
    const call = { method: 'GET', path: '/api/v1/cryptodata/market/price' };
    expect(departs(call, { status: 302, headers: {} })).toContain('the status is not described');
    expect(described.unseen()).not.toContain(wide);
  });
});
