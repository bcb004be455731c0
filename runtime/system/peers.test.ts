import { expect, test } from 'vitest';
import { loadWithPeers } from './peers.ts';

test('loadWithPeers names the packages that a module needs', async () => {
  const absent = 'no-such-package';
  await expect(loadWithPeers('Metrics need', ['prom-client'], () => import(absent))).rejects.toThrow(
    'Metrics need packages that could not be loaded. Run: npm install prom-client',
  );
  expect(await loadWithPeers('Metrics need', ['prom-client'], async () => 'loaded')).toBe('loaded');
});
