import type { Faults } from '../../testing/reference/faults.ts';
import { testProtocolChecks } from '../../testing/reference/protocol-suite.ts';
import { acceptedChecks } from './index.ts';

/** Offers a second network, whose payments it refuses. */
const offerSecond: Faults['challenge'] = (body, offer) =>
  Object.assign(body, { accepts: [offer, { ...offer, network: 'eip155:1' }] });

testProtocolChecks(acceptedChecks, [
  ['payment.accepted.each-network', { challenge: offerSecond }],
  ['payment.accepted.signature-header', { unverified: ['payment-signature'] }],
  ['payment.accepted.x-payment', { unverified: ['x-payment'] }],
]);
