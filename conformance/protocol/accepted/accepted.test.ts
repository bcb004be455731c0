import { testProtocolChecks } from '../../testing/reference/protocol-suite.ts';
import { acceptedChecks } from './index.ts';

testProtocolChecks(acceptedChecks, [
  ['payment.accepted.signature-header', { unseen: ['payment-signature'] }],
  ['payment.accepted.x-payment', { unseen: ['x-payment'] }],
]);
