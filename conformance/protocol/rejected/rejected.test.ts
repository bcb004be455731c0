import { expect, test } from 'vitest';
import { testProtocolChecks, verdictOf } from '../../testing/reference/protocol-suite.ts';
import { referenceRun } from '../../testing/reference/run.ts';
import { rejectedChecks } from './index.ts';

/** Rules for hosts that are paid on Solana. */
const solana = /^payment\.rejected\.(blockhash-stale|compute-price|fee-payer|not-a-transfer)$/;
const own = rejectedChecks.filter(({ id }) => !solana.test(id));

testProtocolChecks(own, [
  ['payment.rejected.signature', { unseen: ['signature'] }, 'paid'],
  ['payment.rejected.signature', { code: 'NOT_A_CODE' }, 'free'],
  ['payment.rejected.signer', { unseen: ['domain'] }],
  ['payment.rejected.underpaid', { unseen: ['amount'] }],
  ['payment.rejected.overpaid', { unseen: ['amount'] }],
  ['payment.rejected.recipient', { unseen: ['recipient'] }],
  ['payment.rejected.network', { unseen: ['domain'] }],
  ['payment.rejected.asset', { unseen: ['domain'] }],
  ['payment.rejected.domain', { unseen: ['domain'] }],
  ['payment.rejected.expired', { unseen: ['expiry'] }],
  ['payment.rejected.not-yet-valid', { unseen: ['beginning'] }],
  ['payment.rejected.unfunded', { unseen: ['balance'] }, 'free'],
  ['payment.rejected.dearer-request', { unseen: ['amount', 'accepted'] }],
  ['payment.rejected.settles-nothing', { settles: 'on-refusal' }],
  ['payment.rejected.everywhere', { unseen: ['recipient'] }],
  ['payment.rejected.everywhere', { settles: 'on-refusal' }],
  ['payment.rejected.identity', { unseen: ['signature'] }],
  ['payment.rejected.identity', { unseen: ['domain'] }],
]);

test.each(['payment.rejected.signature', 'payment.rejected.unfunded'])('%s passes without a wallet', async (id) => {
  expect(await verdictOf(own, id, referenceRun({}, 'free'))).toMatchObject({ verdict: 'pass' });
});
