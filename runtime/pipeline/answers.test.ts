import { afterEach, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { host } from '../testing/host.ts';

let gateway: TestGateway;
afterEach(() => gateway.close());

test('an answer that is null is JSON, not an empty body', async () => {
  gateway = await startTestGateway();
  gateway.script('echo', () => ({ status: 200, body: null as never }));
  const payment = await gateway.sign('/toy/echo', { text: 'hi' });
  const { status, json } = await gateway.send('/toy/echo', { text: 'hi' }, { 'PAYMENT-SIGNATURE': payment });
  expect([status, json]).toEqual([200, null]);
});

test('/ says what the host is, and where its description is', async () => {
  const routes = host.routes.map((route) =>
    route.operation.id === 'free' ? { ...route, path: '/openapi.json' } : route,
  );
  gateway = await startTestGateway({ host: { ...host, routes } });
  const address = `${gateway.url}/openapi.json`;
  const { status, json, headers } = await gateway.send('/');
  expect([status, json]).toEqual([
    404,
    { error: 'Not Found', message: `This is "Toy". Its operations are described at ${address}.` },
  ]);
  expect(headers.get('link')).toBe(`<${address}>; rel="service-desc"`);
  expect((await gateway.send('/other')).json).toMatchObject({ message: 'No operation has this path.' });
});

test('/ is an unknown path of a host without a description', async () => {
  gateway = await startTestGateway();
  const { status, json, headers } = await gateway.send('/');
  expect([status, json]).toMatchObject([404, { message: 'No operation has this path.' }]);
  expect(headers.get('link')).toBeNull();
});
