import { at, listAt, textAt } from '@tollwright/runtime/testing/read';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../../testing/gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ host: 'base' });
});
afterAll(() => gateway.close());
afterEach(() => gateway.control('POST', '/reset'));

const bodies = {
  search: { query: 'kites' },
  answer: { query: 'Why do kites fly?' },
  contents: { urls: ['https://example.com/', 'https://example.org/'] },
  'find-similar': { url: 'https://example.com/a' },
} as const;
const paths = Object.entries(bodies);
const path = (what: string) => `/api/v1/websearch/${what}`;
const call = (what: string, body: object) => gateway.pay('POST', path(what), { body });
const direct = (what: string, outcome: string, detail: object = {}) =>
  gateway.control('POST', '/upstream', { route: `POST /api/v1/{websearch}/${what}`, outcome, detail });

describe('web search', () => {
  test('finds ten pages by default', async () => {
    const { json } = await call('search', bodies.search);
    expect(json).toMatchObject({ requestId: expect.any(String), resolvedSearchType: expect.any(String) });
    expect(at(json, 'results')).toHaveLength(10);
    expect(at((await call('find-similar', { ...bodies['find-similar'], numResults: 3 })).json, 'results')).toHaveLength(
      3,
    );
    expect(await gateway.settled()).toEqual(['11000', '11000']);
  });

  test('keeps to domains and dates', async () => {
    const { json } = await call('search', {
      query: 'kites',
      includeDomains: ['a.example', 'b.example'],
      excludeDomains: ['b.example'],
      startPublishedDate: '2025-03-01',
      endPublishedDate: '2025-03-31T00:00:00Z',
    });
    for (const result of listAt(json, 'results')) {
      expect(new URL(textAt(result, 'url')).hostname).toBe('a.example');
      expect(at(result, 'publishedDate')).toMatch(/^2025-03-/);
    }
    const similar = await call('find-similar', { ...bodies['find-similar'], excludeSourceDomain: true });
    expect(
      listAt(similar.json, 'results').some((result) => new URL(textAt(result, 'url')).hostname === 'example.com'),
    ).toBe(false);
  });

  test('reads pages for so much each', async () => {
    const { json } = await call('contents', bodies.contents);
    expect(listAt(json, 'results').map((result) => at(result, 'url'))).toEqual(bodies.contents.urls);
    expect(at(json, 'results', 0, 'text')).toMatch(/^# /);
    expect(await gateway.settled()).toEqual(['5000']);
  });

  test.each(paths)('answers %s the same twice', async (what, body) => {
    expect((await call(what, body)).text).toBe((await call(what, body)).text);
  });

  test.each(paths)('responds to GET with the lowest price of %s', async (what) => {
    const { status, json } = await gateway.send('GET', path(what));
    expect(status).toBe(402);
    expect(at(json, 'accepts', 0, 'amount')).toBe(what === 'contents' ? '3000' : '11000');
  });

  test.each(['GET', 'POST'])('lists its paths to %s of another one', async (method) => {
    const { status, json } = await gateway.send(method, path('no/such'), method === 'POST' ? { body: {} } : {});
    expect(status).toBe(404);
    expect(at(json, 'available')).toEqual(paths.map(([what]) => what));
  });
});

describe('a provider of web searches', () => {
  test.each(paths)('that refuses %s is passed on with its status', async (what, body) => {
    for (const status of [400, 404, 422, 451, 499]) {
      await direct(what, 'reject', { status });
      const answer = await call(what, body);
      expect(answer.status).toBe(status);
      expect(answer.json).toMatchObject({ error: 'Bad Request', status, details: expect.any(String) });
    }
    expect(await gateway.settled()).toEqual([]);
  });

  test.each([
    ['fail', 502, 'Bad Gateway'],
    ['timeout', 500, 'Internal server error'],
    ['unconfigured', 503, 'Service Unavailable'],
    ['capacity', 429, 'Bad Request'],
  ])('whose outcome is %s costs nothing', async (outcome, status, error) => {
    await direct('search', outcome);
    const answer = await call('search', bodies.search);
    expect(answer.status).toBe(status);
    expect(at(answer.json, 'error')).toBe(error);
    if (status === 429) expect(answer.headers.get('retry-after')).toBe('60');
    expect(await gateway.settled()).toEqual([]);
  });

  test('that says 500 is not passed on', async () => {
    await direct('search', 'reject', { status: 500 });
    expect((await call('search', bodies.search)).status).toBe(502);
  });

  test('that finds nothing is paid all the same', async () => {
    await direct('search', 'empty');
    expect(at((await call('search', bodies.search)).json, 'results')).toEqual([]);
    expect(await gateway.settled()).toEqual(['11000']);
  });
});
