import { expect, test } from 'vitest';
import { readTiny } from '../../fixtures/tiny.ts';
import type { Transport } from '../../model/types.ts';
import { standardTransport } from '../../model/view/transport.ts';
import { pack, printBundle } from './pack.ts';
import { unpack } from './unpack.ts';

test.each([
  ['transports', () => undefined],
  ['receipts', ({ receipt: { success: _, failure: __, ...receipt }, ...rest }: Transport) => ({ ...rest, receipt })],
  ['payments', ({ payment: { schemas: _, ...payment }, ...rest }: Transport) => ({ ...rest, payment })],
  ['encodings of payments', ({ payment: { encodings: _, ...payment }, ...rest }: Transport) => ({ ...rest, payment })],
])('a release that was frozen before %s were stated has those of the standard', (_what, frozen) => {
  const { model, places } = readTiny();
  if (!model || !places) throw new Error('The small specification has errors.');
  const bundle = pack('1.0.0', model, places);
  const bundleBefore = {
    ...bundle,
    hosts: bundle.hosts.map(({ host, ...rest }) => {
      const { payment } = host;
      const older = payment && { ...payment, transport: frozen(payment.transport) };
      return { ...rest, host: older ? { ...host, payment: older } : host };
    }),
  };
  // A bundle of an earlier version of this package lacks what the type asks for.
  const { release } = unpack('older', printBundle(bundleBefore as unknown as typeof bundle));
  const paid = release.hosts.flatMap(({ host }) => host.payment ?? []);
  expect(paid.map(({ transport }) => transport)).toEqual([standardTransport()]);
});
