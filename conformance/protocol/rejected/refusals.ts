import { rejectedAsset } from './payment.rejected.asset.ts';
import { rejectedBlockhashStale } from './payment.rejected.blockhash-stale.ts';
import { rejectedDomain } from './payment.rejected.domain.ts';
import { rejectedExpired } from './payment.rejected.expired.ts';
import { rejectedNetwork } from './payment.rejected.network.ts';
import { rejectedNotATransfer } from './payment.rejected.not-a-transfer.ts';
import { rejectedNotYetValid } from './payment.rejected.not-yet-valid.ts';
import { rejectedOverpaid } from './payment.rejected.overpaid.ts';
import { rejectedRecipient } from './payment.rejected.recipient.ts';
import { rejectedSignature } from './payment.rejected.signature.ts';
import { rejectedSigner } from './payment.rejected.signer.ts';
import { rejectedUnderpaid } from './payment.rejected.underpaid.ts';
import { rejectedUnfunded } from './payment.rejected.unfunded.ts';
import type { Refusal } from './refusal.ts';

/** Every flaw that a single payment can have. */
export const refusals: readonly Refusal[] = [
  rejectedSignature,
  rejectedSigner,
  rejectedUnderpaid,
  rejectedOverpaid,
  rejectedRecipient,
  rejectedNetwork,
  rejectedAsset,
  rejectedDomain,
  rejectedExpired,
  rejectedNotYetValid,
  rejectedBlockhashStale,
  rejectedNotATransfer,
  rejectedUnfunded,
];
