import { checkEndpointSchema, discoverOriginSchema } from '@agentcash/discovery';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Gateway, startGateway } from '#gateway/start.ts';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway({ host: 'base', port: 0 });
});
afterAll(() => gateway.close());

describe('@agentcash/discovery', () => {
  test('reads every route with its price', async () => {
    const found = await discoverOriginSchema({ target: gateway.url });
    if (!found.found) throw new Error('The description was not found.');
    const modes = Object.groupBy(found.endpoints, ({ authMode = 'none' }) => authMode);
    expect(Object.keys(modes).sort()).toEqual(['paid', 'siwx', 'unprotected']);
    expect(modes.paid?.length).toBeGreaterThan(80);
    // What a call in a provider's own format costs, the documents do not state.
    const unpriced = modes.paid?.filter(({ price }) => !price).map(({ summary }) => summary);
    expect(unpriced).toEqual(['Pass a request through to a provider in its native format']);
    expect(modes.paid?.find(({ path }) => path === '/api/v1/search')?.price).toMatch(/USD/);
  });

  test('checks a paid route against its live challenge', async () => {
    const checked = await checkEndpointSchema({ url: `${gateway.url}/api/v1/search`, probe: true });
    if (!checked.found) throw new Error('The route was not found.');
    expect(checked.advisories).not.toEqual({});
  });
});
