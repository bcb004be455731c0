import { expect, test } from 'vitest';
import { readTiny } from '../../fixtures/tiny.ts';
import { standardTransport } from '../../model/view/transport.ts';
import { pack, printBundle } from './pack.ts';
import { unpack } from './unpack.ts';

test('a release that was frozen before transports were stated has that of the standard', () => {
  const { model, places } = readTiny();
  if (!model || !places) throw new Error('The small specification has errors.');
  const bundle = pack('1.0.0', model, places);
  const older = {
    ...bundle,
    hosts: bundle.hosts.map(({ host, ...rest }) => {
      const { transport: _, ...payment } = host.payment ?? {};
      return { ...rest, host: host.payment ? { ...host, payment } : host };
    }),
  };
  // A bundle of an earlier version of this package lacks what the type asks for.
  const { release } = unpack('older', printBundle(older as unknown as typeof bundle));
  const paid = release.hosts.flatMap(({ host }) => host.payment ?? []);
  expect(paid.map(({ transport }) => transport)).toEqual([standardTransport()]);
});
