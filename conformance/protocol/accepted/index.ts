import type { ProtocolCheck } from '../../check/family.ts';
import { acceptedEachNetwork } from './payment.accepted.each-network.ts';
import { acceptedSignatureHeader } from './payment.accepted.signature-header.ts';
import { acceptedXPayment } from './payment.accepted.x-payment.ts';

/** The checks of the headers and on the networks in which a payment is accepted. */
export const acceptedChecks: readonly ProtocolCheck[] = [
  acceptedEachNetwork,
  acceptedSignatureHeader,
  acceptedXPayment,
];
