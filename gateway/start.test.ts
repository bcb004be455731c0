import { expect, test } from 'vitest';
import { startGateway } from './start.ts';

test('a gateway that listens everywhere keeps its control API on loopback', async () => {
  const gateway = await startGateway({ host: 'base', hostname: '0.0.0.0', port: 0, controlToken: 'token' });
  expect(gateway.url).toContain('http://0.0.0.0:');
  expect(gateway.controlUrl).toContain('http://127.0.0.1:');
  await gateway.close();
});
