import { expect, test } from 'vitest';
import { contractWith } from '../../testing/reference/contract.ts';
import type { Faults } from '../../testing/reference/faults.ts';
import { testProtocolChecks, verdictOf } from '../../testing/reference/protocol-suite.ts';
import { referenceRun } from '../../testing/reference/run.ts';
import { acceptedChecks } from './accepted.ts';
import { failureChecks } from './failure.ts';
import { settledForServed } from './for-served.ts';
import { fundsChecks } from './funds.ts';
import { receiptChecks } from './receipt.ts';
import { replayElsewhere } from './replay-elsewhere.ts';
import { replayRaced } from './replay-raced.ts';
import { replayChecks } from './replay.ts';
import { settlementChecks } from './settlement.ts';

const checks = [
  ...acceptedChecks,
  ...failureChecks,
  ...fundsChecks,
  ...receiptChecks,
  ...replayChecks,
  settledForServed,
  replayElsewhere,
  replayRaced,
  ...settlementChecks,
];

/** Offers a second network, whose payments it refuses. */
const offerSecond: Faults['challenge'] = (body, offer) =>
  Object.assign(body, { accepts: [offer, { ...offer, network: 'eip155:1' }] });

testProtocolChecks(checks, [
  ['payment.accepted.each-network', { challenge: offerSecond }],
  ['payment.accepted.signature-header', { unverified: ['payment-signature'] }],
  ['payment.accepted.x-payment', { unverified: ['x-payment'] }],
  ['payment.invalid-request.settles-nothing', { settles: 'on-invalid' }],
  ['payment.settled.for-served', { settles: 'twice' }],
  ['payment.failure.settles-nothing', { settles: 'on-failure' }],
  ['payment.failure.releases', { keepsFailedClaims: true }],
  ['payment.failure.releases', { keepsUnsettledClaims: true }],
  ['payment.invalid-request.keeps-payment', { keepsInvalidClaims: true }],
  ['payment.funds.exact', { funds: 'more' }],
  ['payment.funds.later', { claimsRejected: true }],
  ['payment.funds.raced', { funds: 'overdrawn' }],
  ['payment.receipt.not-shared', { storable: true }, 'paid'],
  ['payment.receipt.response', { receipts: ['payment-response'] }],
  ['payment.receipt.fields', { receipt: { success: false } }, 'paid'],
  ['payment.receipt.fields', { receipt: { transaction: '' } }],
  ['payment.receipt.fields', { receipt: { network: undefined } }],
  ['payment.receipt.fields', { receipt: { payer: '0x01' } }],
  ['payment.receipt.failure', { failureReceipt: { success: true } }],
  ['payment.receipt.failure', { failureReceipt: { network: undefined } }],
  ['payment.receipt.failure', { receipts: ['payment-response'] }],
  ['payment.receipt.transaction', { receipts: ['x-payment-receipt'] }],
  ['payment.receipt.transaction', { settles: 'never' }],
  ['payment.replay.claimed-once', { unverified: ['claim'] }],
  ['payment.replay.respelled', { claims: 'signature' }],
  ['payment.replay.respelled', { claims: 'signature' }, 'paid'],
  ['payment.replay.elsewhere', { claims: 'route' }],
  ['payment.replay.other-payer', { claims: 'nonce' }],
  ['payment.replay.remembered', { claims: 'next' }],
  ['payment.replay.without-payment', { caches: true }],
  ['payment.replay.raced', { racy: true }],
  ['payment.replay.raced', { racy: true }, 'paid'],
  ['payment.replay.raced', { settles: 'twice' }],
  ['payment.settled.concurrently', { settles: 'twice' }],
  ['payment.settled.exactly-once', { settles: 'twice' }],
  ['payment.settled.exactly-once', { settles: 'never' }],
  ['payment.settled.as-quoted', { settles: 'more' }],
  ['payment.settlement.failed', { ignoresSettlementFailure: true }],
]);

test('payments of calls that were not charged are refused as used where the transport says so', async () => {
  const contract = contractWith({ claim: { uncharged: 'used', unanswered: 'used' } });
  const verdict = async (faults: Faults) =>
    (await verdictOf(checks, 'payment.failure.releases', referenceRun(faults, 'controlled', contract))).verdict;
  expect(await verdict({ keepsFailedClaims: true, keepsUnsettledClaims: true })).toBe('pass');
  expect(await verdict({ keepsFailedClaims: true })).toBe('fail');
  expect(await verdict({})).toBe('fail');
});
