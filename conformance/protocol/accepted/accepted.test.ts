import { testProtocolChecks } from '../../testing/reference/protocol-suite.ts';
import { acceptedChecks } from './index.ts';

testProtocolChecks(acceptedChecks, [
  ['payment.accepted.signature-header', { unverified: ['payment-signature'] }],
  ['payment.accepted.x-payment', { unverified: ['x-payment'] }],
]);
