import { listAt } from '@tollwright/runtime/testing/read';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../../testing/gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ host: 'base' });
});
afterAll(() => gateway.close());
afterEach(() => gateway.control('POST', '/reset'));

const search = (body: object) => gateway.pay('POST', '/api/v1/search', { body });
const direct = (outcome: string, times = 1) =>
  gateway.control('POST', '/upstream', { route: 'POST /api/v1/search', outcome, times });

describe('search', () => {
  test('answers with a summary and the pages it rests on', async () => {
    const { status, json, headers } = await search({ query: 'kites', sources: ['web'], max_results: 3 });
    expect([status, headers.get('x-upstream')]).toEqual([200, 'simulated']);
    expect(json).toMatchObject({
      query: 'kites',
      summary: expect.any(String),
      sources_used: 3,
      model: expect.any(String),
    });
    expect(listAt(json, 'citations').every((citation) => URL.canParse(String(citation)))).toBe(true);
    expect(await gateway.settled()).toEqual(['79750']);
  });

  test('charges an empty response, as the provider was called', async () => {
    await direct('empty');
    expect((await search({ query: 'kites' })).json).toMatchObject({ citations: [], sources_used: 0 });
    expect(await gateway.settled()).toEqual(['263500']);
  });

  test('fails as often as it is scripted to', async () => {
    await direct('fail', 2);
    expect((await search({ query: 'kites' })).status).toBe(502);
    expect((await search({ query: 'kites' })).status).toBe(502);
    expect((await search({ query: 'kites' })).status).toBe(200);
  });

  test('answers a slow provider all the same', async () => {
    await direct('slow');
    expect((await search({ query: 'kites' })).status).toBe(200);
  });
});
