import { createServices } from '@tollwright/runtime/pipeline/services';
import { expect, test } from 'vitest';
import { lifecycles } from '../../built-in.ts';
import { rotateSecret, secretOf } from './secret.ts';

test('a secret stays the same under one name, however many calls create it at once', async () => {
  const services = await createServices({ lifecycles, payTo: '0x0' });
  const secrets = await Promise.all(Array.from({ length: 8 }, () => secretOf(services, 'a', 1)));
  expect(new Set(secrets.map((secret) => secret.toString('hex'))).size).toBe(1);
  expect(secrets[0]).toHaveLength(32);
  expect(await secretOf(services, 'b', 1)).not.toEqual(secrets[0]);
  await services.close();
});

test('a rotation changes the secret of what is made a minute later, and of nothing before', async () => {
  const services = await createServices({ lifecycles, payTo: '0x0' });
  const now = services.clock.now();
  const first = await secretOf(services, 'a', now);
  await rotateSecret(services, 'a');
  expect(await secretOf(services, 'a', now + 30_000)).toEqual(first);
  services.clock.advance(120);
  const second = await secretOf(services, 'a', services.clock.now());
  expect(second).not.toEqual(first);
  expect(await secretOf(services, 'a', now)).toEqual(first);
  await rotateSecret(services, 'a');
  services.clock.advance(120);
  expect(await secretOf(services, 'a', services.clock.now())).not.toEqual(second);
  expect(await secretOf(services, 'a', now + 70_000)).toEqual(second);
  await services.close();
});
