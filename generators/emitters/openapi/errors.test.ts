import { expect, test } from 'vitest';
import { readTiny } from '../../fixtures/tiny.ts';
import { errorsOf } from './errors.ts';

test('a refusal of payments with another status is an error of each paid operation, and of no free one', () => {
  const transport = 'protocol: transport\ntransport: { refusals: { used: not-found } }\n';
  const { model } = readTiny({ 'protocol/transport.yaml': transport });
  const view = model?.hosts.find(({ host }) => host.payment);
  const listed = Map.groupBy(view?.operations ?? [], ({ auth }) => auth);
  const isListed = (auth: 'payment' | 'none') =>
    (listed.get(auth) ?? []).map((operation) => view && errorsOf(operation, view).some(({ id }) => id === 'not-found'));
  expect(isListed('payment')).toContain(true);
  expect(isListed('payment')).not.toContain(false);
  expect(isListed('none')).not.toContain(true);
});
