import type { ProtocolCheck } from '../../check/family.ts';
import { failureReleases } from './payment.failure.releases.ts';
import { failureSettlesNothing } from './payment.failure.settles-nothing.ts';
import { invalidRequestKeepsPayment } from './payment.invalid-request.keeps-payment.ts';
import { invalidRequestSettlesNothing } from './payment.invalid-request.settles-nothing.ts';

/** The checks of requests that fail and the payments that come with them. */
export const failureChecks: readonly ProtocolCheck[] = [
  failureReleases,
  failureSettlesNothing,
  invalidRequestKeepsPayment,
  invalidRequestSettlesNothing,
];
