import { testProtocolChecks } from '../../testing/reference/protocol-suite.ts';
import { failureChecks } from './index.ts';

testProtocolChecks(failureChecks, [
  ['payment.invalid-request.settles-nothing', { settles: 'on-invalid' }],
  ['payment.failure.settles-nothing', { settles: 'on-failure' }],
  ['payment.failure.releases', { keepsFailedClaims: true }],
  ['payment.invalid-request.keeps-payment', { keepsInvalidClaims: true }],
]);
