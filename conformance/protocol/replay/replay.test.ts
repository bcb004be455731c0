import { testProtocolChecks } from '../../testing/reference/protocol-suite.ts';
import { replayChecks } from './index.ts';

testProtocolChecks(replayChecks, [
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
]);
