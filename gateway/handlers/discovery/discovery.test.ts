import { at, fieldsAt, itemWith, listAt } from '@tollwright/runtime/testing/read';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../../testing/gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ host: 'base' });
});
afterAll(() => gateway.close());

const read = async (path: string) => (await gateway.send('GET', path)).json;

describe('discovery', () => {
  test('reports that the gateway is up', async () => {
    expect(await read('/api/health')).toMatchObject({ status: 'ok' });
  });

  test('describes the host in OpenAPI 3.1, at the origin of the request', async () => {
    expect(await read('/openapi.json')).toMatchObject({
      openapi: expect.stringMatching(/^3\.1/),
      servers: [{ url: gateway.url }],
    });
  });

  test('lists the paid resources for x402 clients', async () => {
    const { version, resources, items } = fieldsAt(await read('/.well-known/x402'));
    expect(version).toBe(1);
    expect(resources).toContain(`${gateway.url}/api/v1/search`);
    expect(resources).not.toContain(`${gateway.url}/api/v1/models`);
    expect(at(items, 0, 'accepts', 0)).toMatchObject({ scheme: 'exact', network: 'eip155:8453' });
  });

  test('lists the rates of image models for each size', async () => {
    const data = listAt(await read('/api/v1/images/models'), 'data');
    expect(at(itemWith(data, 'id', 'acme/img-a1'), 'rates')).toEqual({
      '1024x1024': '0.02',
      '1536x1024': '0.04',
      '1024x1536': '0.04',
    });
  });

  test('lists thresholds and prices of long context in the price sheet', async () => {
    const data = listAt(await read('/api/pricing'), 'data');
    expect(itemWith(data, 'id', 'acme/long')).toMatchObject({
      inputPrice: '2',
      outputPrice: '8',
      longContextThreshold: 272000,
      longContextThresholdInclusive: false,
      longContextInputPrice: '4',
      longContextOutputPrice: '12',
    });
    expect(itemWith(data, 'id', 'acme/large')).not.toHaveProperty('longContextThreshold');
  });
});
