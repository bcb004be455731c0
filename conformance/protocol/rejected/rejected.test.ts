import { expect, test } from 'vitest';
import type { Faults } from '../../testing/reference/faults.ts';
import { testProtocolChecks, verdictOf } from '../../testing/reference/protocol-suite.ts';
import { referenceRun } from '../../testing/reference/run.ts';
import { everyFlawChecks } from './everywhere.ts';
import { formatChecks } from './formats.ts';
import { rejectedIdentity } from './identity.ts';
import { flawChecks } from './refusal.ts';
import { unsignedPartChecks } from './unsigned-parts.ts';

const rejectedChecks = [...flawChecks, ...formatChecks, ...everyFlawChecks, rejectedIdentity, ...unsignedPartChecks];

/** Offers a second network. */
const offerSecond: Faults['challenge'] = (body, offer) =>
  Object.assign(body, { accepts: [offer, { ...offer, network: 'eip155:1' }] });

/** Rules for hosts that are paid on Solana, which `solana.test.ts` tries. */
const solana = /^payment\.rejected\.(blockhash-stale|compute-price|fee-payer|not-a-transfer)$/;
const own = rejectedChecks.filter(({ id }) => !solana.test(id));

testProtocolChecks(own, [
  ['payment.accepted.versions', { versions: [2] }],
  ['payment.accepted.versions', { versions: [1, 2, 3] }],
  ['payment.accepted.encodings', { alphabet: /^[\w+/=]+$/ }],
  ['payment.accepted.encodings', { alphabet: /^[\w=-]+$/ }],
  ['payment.accepted.length', { maxLength: 8188 }],
  ['payment.accepted.length', { maxLength: 8196 }],
  ['payment.rejected.incomplete', { incomplete: true, unverified: ['accepted'] }],
  ['payment.rejected.signature', { unverified: ['signature'] }, 'paid'],
  ['payment.rejected.signature', { code: 'NOT_A_CODE' }, 'free'],
  ['payment.rejected.signer', { unverified: ['domain'] }],
  ['payment.rejected.underpaid', { unverified: ['amount'] }],
  ['payment.rejected.overpaid', { unverified: ['amount'] }],
  ['payment.rejected.recipient', { unverified: ['recipient'] }],
  ['payment.rejected.network', { unverified: ['domain'] }],
  ['payment.rejected.asset', { unverified: ['domain'] }],
  ['payment.rejected.domain', { unverified: ['domain'] }],
  ['payment.rejected.domain', { challenge: offerSecond, chains: [1] }],
  ['payment.rejected.expired', { unverified: ['expiry'] }],
  ['payment.rejected.not-yet-valid', { unverified: ['beginning'] }],
  ['payment.rejected.unfunded', { unverified: ['balance'] }, 'free'],
  ['payment.rejected.unreadable', { unreadable: 'absent' }, 'free'],
  ['payment.rejected.unreadable', { unreadable: 'served' }, 'free'],
  ['payment.rejected.wrapped', { unwraps: true }],
  ['payment.rejected.dearer-request', { unverified: ['amount', 'accepted'] }],
  ['payment.rejected.unclaimed', { claimsRejected: true }],
  ['payment.rejected.settles-nothing', { settles: 'on-refusal' }],
  ['payment.rejected.everywhere', { unverified: ['recipient'] }],
  ['payment.rejected.everywhere', { settles: 'on-refusal' }],
  ['payment.rejected.identity', { unverified: ['signature'] }],
  ['payment.rejected.identity', { unverified: ['domain'] }],
]);

test.each(['payment.rejected.signature', 'payment.rejected.unfunded'])('%s passes without a wallet', async (id) => {
  expect(await verdictOf(own, id, referenceRun({}, 'free'))).toMatchObject({ verdict: 'pass' });
});

test('a gateway of two networks that verifies the chain of a signature passes payment.rejected.domain', async () => {
  const run = referenceRun({ challenge: offerSecond });
  expect(await verdictOf(own, 'payment.rejected.domain', run)).toMatchObject({ verdict: 'pass' });
});
