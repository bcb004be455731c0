import { testProtocolChecks } from '../../testing/reference/protocol-suite.ts';
import { settlementChecks } from './index.ts';

testProtocolChecks(settlementChecks, [
  ['payment.settled.concurrently', { settles: 'twice' }],
  ['payment.settled.exactly-once', { settles: 'twice' }],
  ['payment.settled.exactly-once', { settles: 'never' }],
  ['payment.settled.as-quoted', { settles: 'more' }],
  ['payment.settlement.failed', { ignoresSettlementFailure: true }],
]);
