import { createServices } from '@tollwright/runtime/services';
import { expect, test } from 'vitest';
import { lifecycles } from './lifecycles.ts';
import { secretOf } from './secret.ts';

test('a secret stays the same under one name, however many calls create it at once', async () => {
  const services = await createServices({ lifecycles, payTo: '0x0' });
  const secrets = await Promise.all(Array.from({ length: 8 }, () => secretOf(services, 'a')));
  expect(new Set(secrets.map((secret) => secret.toString('hex'))).size).toBe(1);
  expect(secrets[0]).toHaveLength(32);
  expect(await secretOf(services, 'b')).not.toEqual(secrets[0]);
  await services.close();
});
