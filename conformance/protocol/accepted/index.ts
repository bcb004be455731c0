import type { ProtocolCheck } from '../protocol-check.ts';
import { acceptedSignatureHeader } from './payment.accepted.signature-header.ts';
import { acceptedXPayment } from './payment.accepted.x-payment.ts';

/** The checks of the headers in which a payment is accepted. */
export const acceptedChecks: readonly ProtocolCheck[] = [acceptedSignatureHeader, acceptedXPayment];
