import { testProtocolChecks } from '../../testing/reference/protocol-suite.ts';
import { receiptChecks } from './index.ts';

testProtocolChecks(receiptChecks, [
  ['payment.receipt.not-shared', { storable: true }, 'paid'],
  ['payment.receipt.response', { receipts: ['payment-response'] }],
  ['payment.receipt.transaction', { receipts: ['x-payment-receipt'] }],
  ['payment.receipt.transaction', { settles: 'never' }],
]);
