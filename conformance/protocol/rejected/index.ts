import type { ProtocolCheck } from '../protocol-check.ts';
import { rejectedAsset } from './payment.rejected.asset.ts';
import { rejectedBlockhashStale } from './payment.rejected.blockhash-stale.ts';
import { rejectedComputePrice } from './payment.rejected.compute-price.ts';
import { rejectedDearerRequest } from './payment.rejected.dearer-request.ts';
import { rejectedDomain } from './payment.rejected.domain.ts';
import { rejectedEverywhere } from './payment.rejected.everywhere.ts';
import { rejectedExpired } from './payment.rejected.expired.ts';
import { rejectedFeePayer } from './payment.rejected.fee-payer.ts';
import { rejectedIdentity } from './payment.rejected.identity.ts';
import { rejectedNetwork } from './payment.rejected.network.ts';
import { rejectedNotATransfer } from './payment.rejected.not-a-transfer.ts';
import { rejectedNotYetValid } from './payment.rejected.not-yet-valid.ts';
import { rejectedOverpaid } from './payment.rejected.overpaid.ts';
import { rejectedRecipient } from './payment.rejected.recipient.ts';
import { rejectedSettlesNothing } from './payment.rejected.settles-nothing.ts';
import { rejectedSignature } from './payment.rejected.signature.ts';
import { rejectedSigner } from './payment.rejected.signer.ts';
import { rejectedUnclaimed } from './payment.rejected.unclaimed.ts';
import { rejectedUnderpaid } from './payment.rejected.underpaid.ts';
import { rejectedUnfunded } from './payment.rejected.unfunded.ts';
import { rejectedUnreadable } from './payment.rejected.unreadable.ts';
import { rejectedWrapped } from './payment.rejected.wrapped.ts';

/** The checks of payments that must be rejected. */
export const rejectedChecks: readonly ProtocolCheck[] = [
  rejectedAsset,
  rejectedBlockhashStale,
  rejectedComputePrice,
  rejectedDearerRequest,
  rejectedDomain,
  rejectedEverywhere,
  rejectedExpired,
  rejectedFeePayer,
  rejectedIdentity,
  rejectedNetwork,
  rejectedNotATransfer,
  rejectedNotYetValid,
  rejectedOverpaid,
  rejectedRecipient,
  rejectedSettlesNothing,
  rejectedSignature,
  rejectedSigner,
  rejectedUnclaimed,
  rejectedUnderpaid,
  rejectedUnfunded,
  rejectedUnreadable,
  rejectedWrapped,
];
