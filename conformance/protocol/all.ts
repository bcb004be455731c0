import { balanceCovers } from './account.balance.covers.ts';
import { balanceEmpty } from './account.balance.empty.ts';
import { chargeOnce } from './account.charge.once.ts';
import { chargeOwnKey } from './account.charge.own-key.ts';
import { keyInvalid } from './account.key.invalid.ts';
import { keyMissing } from './account.key.missing.ts';
import { noChallenge } from './account.payment.no-challenge.ts';
import { refusedChargesNothing } from './account.refused.charges-nothing.ts';
import { noDelete } from './characters.no-delete.ts';
import { absentPrefix } from './http.absent-prefix.ts';
import { notJson } from './http.not-json.ts';
import { retired } from './http.retired.ts';
import { unknownPath } from './http.unknown-path.ts';
import { openapiValid } from './openapi.valid.ts';
import { acceptedSignatureHeader } from './payment.accepted.signature-header.ts';
import { acceptedXPayment } from './payment.accepted.x-payment.ts';
import { challengeAccepts } from './payment.challenge.accepts.ts';
import { challengeAmount } from './payment.challenge.amount.ts';
import { challengeAmountEqualsPrice } from './payment.challenge.amount-equals-price.ts';
import { challengeAsset } from './payment.challenge.asset.ts';
import { challengeAssetAddress } from './payment.challenge.asset-address.ts';
import { challengeError } from './payment.challenge.error.ts';
import { challengeExtras } from './payment.challenge.extras.ts';
import { challengeHeader } from './payment.challenge.header.ts';
import { challengeHeaderAgrees } from './payment.challenge.header-agrees.ts';
import { challengeMessage } from './payment.challenge.message.ts';
import { challengeNetwork } from './payment.challenge.network.ts';
import { challengePayTo } from './payment.challenge.pay-to.ts';
import { challengePaymentInfo } from './payment.challenge.payment-info.ts';
import { challengePrice } from './payment.challenge.price.ts';
import { challengeRequired } from './payment.challenge.required.ts';
import { challengeScheme } from './payment.challenge.scheme.ts';
import { challengeTimeout } from './payment.challenge.timeout.ts';
import { challengeVersion } from './payment.challenge.version.ts';
import { challengeWindow } from './payment.challenge.window.ts';
import { challengeWwwAuthenticate } from './payment.challenge.www-authenticate.ts';
import { failureReleases } from './payment.failure.releases.ts';
import { failureSettlesNothing } from './payment.failure.settles-nothing.ts';
import { freeNoChallenge } from './payment.free.no-challenge.ts';
import { invalidRequestKeepsPayment } from './payment.invalid-request.keeps-payment.ts';
import { invalidRequestSettlesNothing } from './payment.invalid-request.settles-nothing.ts';
import { receiptResponse } from './payment.receipt.response.ts';
import { receiptTransaction } from './payment.receipt.transaction.ts';
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
import { rejectedUnderpaid } from './payment.rejected.underpaid.ts';
import { rejectedUnfunded } from './payment.rejected.unfunded.ts';
import { replayClaimedOnce } from './payment.replay.claimed-once.ts';
import { replayElsewhere } from './payment.replay.elsewhere.ts';
import { replayRaced } from './payment.replay.raced.ts';
import { replayRemembered } from './payment.replay.remembered.ts';
import { replayRespelled } from './payment.replay.respelled.ts';
import { replayWithoutPayment } from './payment.replay.without-payment.ts';
import { settledAsQuoted } from './payment.settled.as-quoted.ts';
import { settledConcurrently } from './payment.settled.concurrently.ts';
import { settledExactlyOnce } from './payment.settled.exactly-once.ts';
import { settlementFailed } from './payment.settlement.failed.ts';
import type { ProtocolCheck } from './protocol-check.ts';

/** Every rule of the protocol that the suite can check; the spec names the same ids. */
export const protocolChecks: readonly ProtocolCheck[] = [
  keyInvalid,
  keyMissing,
  noChallenge,
  balanceCovers,
  balanceEmpty,
  chargeOnce,
  chargeOwnKey,
  refusedChargesNothing,
  noDelete,
  absentPrefix,
  retired,
  unknownPath,
  openapiValid,
  acceptedSignatureHeader,
  acceptedXPayment,
  challengeAccepts,
  challengeAmountEqualsPrice,
  challengeAmount,
  challengeAssetAddress,
  challengeAsset,
  challengeError,
  challengeExtras,
  challengeHeaderAgrees,
  challengeHeader,
  challengeMessage,
  challengeNetwork,
  challengePayTo,
  challengePaymentInfo,
  challengePrice,
  challengeRequired,
  challengeScheme,
  challengeTimeout,
  challengeVersion,
  challengeWindow,
  challengeWwwAuthenticate,
  failureReleases,
  failureSettlesNothing,
  freeNoChallenge,
  invalidRequestKeepsPayment,
  receiptResponse,
  receiptTransaction,
  rejectedAsset,
  rejectedDearerRequest,
  rejectedBlockhashStale,
  rejectedComputePrice,
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
  rejectedUnderpaid,
  rejectedUnfunded,
  replayClaimedOnce,
  replayRaced,
  settledAsQuoted,
  settledExactlyOnce,
  settlementFailed,
  notJson,
  replayWithoutPayment,
  invalidRequestSettlesNothing,
  replayElsewhere,
  replayRemembered,
  replayRespelled,
  settledConcurrently,
];
