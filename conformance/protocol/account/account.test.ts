import { expect, test } from 'vitest';
import { referenceContract } from '../../testing/reference/contract.ts';
import { verdictOf } from '../../testing/reference/protocol-suite.ts';
import { referenceRun } from '../../testing/reference/run.ts';
import { keyChecks } from './keys.ts';

const { payment: _, ...host } = referenceContract.host;
const operations = referenceContract.operations
  .filter(({ id }) => id === 'small')
  .map((operation) => ({ ...operation, auth: 'key' as const }));
const account = { ...referenceContract, host: { ...host, auth: 'bearer' as const }, operations };

test.each(['account.key.missing', 'account.key.invalid', 'account.payment.no-challenge'])(
  '%s passes where 401 is answered, and fails where 402 is',
  async (id) => {
    const keyed = referenceRun({ paths: { '/v1/small': 401 } }, 'free', account);
    expect(await verdictOf(keyChecks, id, keyed)).toMatchObject({ verdict: 'pass' });
    const challenging = referenceRun({}, 'free', account);
    expect(await verdictOf(keyChecks, id, challenging)).toMatchObject({ verdict: 'fail', actual: 402 });
  },
);

test('account.key.missing accepts 404 for a path that it made up', async () => {
  const madeUp = operations.map((operation) => ({
    ...operation,
    path: '/v1/{name}',
    wide: ['name'],
    example: { params: { name: 'small' } },
  }));
  const run = referenceRun({ paths: { '/v1/small': 404 } }, 'free', { ...account, operations: madeUp });
  expect(await verdictOf(keyChecks, 'account.key.missing', run)).toMatchObject({ verdict: 'pass' });
  const named = referenceRun({ paths: { '/v1/small': 404 } }, 'free', account);
  expect(await verdictOf(keyChecks, 'account.key.missing', named)).toMatchObject({ verdict: 'fail', actual: 404 });
});
