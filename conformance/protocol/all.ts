import { acceptedSignatureHeader } from './accepted/payment.accepted.signature-header.ts';
import { acceptedXPayment } from './accepted/payment.accepted.x-payment.ts';
import { balanceCovers } from './account/account.balance.covers.ts';
import { balanceEmpty } from './account/account.balance.empty.ts';
import { chargeOnce } from './account/account.charge.once.ts';
import { chargeOwnKey } from './account/account.charge.own-key.ts';
import { keyInvalid } from './account/account.key.invalid.ts';
import { keyMissing } from './account/account.key.missing.ts';
import { noChallenge } from './account/account.payment.no-challenge.ts';
import { refusedChargesNothing } from './account/account.refused.charges-nothing.ts';
import { challengeAccepts } from './challenge/payment.challenge.accepts.ts';
import { challengeAmount } from './challenge/payment.challenge.amount.ts';
import { challengeAmountEqualsPrice } from './challenge/payment.challenge.amount-equals-price.ts';
import { challengeAsset } from './challenge/payment.challenge.asset.ts';
import { challengeAssetAddress } from './challenge/payment.challenge.asset-address.ts';
import { challengeError } from './challenge/payment.challenge.error.ts';
import { challengeExtras } from './challenge/payment.challenge.extras.ts';
import { challengeHeader } from './challenge/payment.challenge.header.ts';
import { challengeHeaderAgrees } from './challenge/payment.challenge.header-agrees.ts';
import { challengeMessage } from './challenge/payment.challenge.message.ts';
import { challengeNetwork } from './challenge/payment.challenge.network.ts';
import { challengePayTo } from './challenge/payment.challenge.pay-to.ts';
import { challengePaymentInfo } from './challenge/payment.challenge.payment-info.ts';
import { challengePrice } from './challenge/payment.challenge.price.ts';
import { challengeRequired } from './challenge/payment.challenge.required.ts';
import { challengeScheme } from './challenge/payment.challenge.scheme.ts';
import { challengeTimeout } from './challenge/payment.challenge.timeout.ts';
import { challengeVersion } from './challenge/payment.challenge.version.ts';
import { challengeWindow } from './challenge/payment.challenge.window.ts';
import { challengeWwwAuthenticate } from './challenge/payment.challenge.www-authenticate.ts';
import { freeNoChallenge } from './challenge/payment.free.no-challenge.ts';
import { failureReleases } from './failure/payment.failure.releases.ts';
import { failureSettlesNothing } from './failure/payment.failure.settles-nothing.ts';
import { invalidRequestKeepsPayment } from './failure/payment.invalid-request.keeps-payment.ts';
import { invalidRequestSettlesNothing } from './failure/payment.invalid-request.settles-nothing.ts';
import { noDelete } from './http/characters.no-delete.ts';
import { absentPrefix } from './http/http.absent-prefix.ts';
import { notJson } from './http/http.not-json.ts';
import { retired } from './http/http.retired.ts';
import { unknownPath } from './http/http.unknown-path.ts';
import { openapiValid } from './http/openapi.valid.ts';
import type { ProtocolCheck } from './protocol-check.ts';
import { receiptResponse } from './receipt/payment.receipt.response.ts';
import { receiptTransaction } from './receipt/payment.receipt.transaction.ts';
import { rejectedAsset } from './rejected/payment.rejected.asset.ts';
import { rejectedBlockhashStale } from './rejected/payment.rejected.blockhash-stale.ts';
import { rejectedComputePrice } from './rejected/payment.rejected.compute-price.ts';
import { rejectedDearerRequest } from './rejected/payment.rejected.dearer-request.ts';
import { rejectedDomain } from './rejected/payment.rejected.domain.ts';
import { rejectedEverywhere } from './rejected/payment.rejected.everywhere.ts';
import { rejectedExpired } from './rejected/payment.rejected.expired.ts';
import { rejectedFeePayer } from './rejected/payment.rejected.fee-payer.ts';
import { rejectedIdentity } from './rejected/payment.rejected.identity.ts';
import { rejectedNetwork } from './rejected/payment.rejected.network.ts';
import { rejectedNotATransfer } from './rejected/payment.rejected.not-a-transfer.ts';
import { rejectedNotYetValid } from './rejected/payment.rejected.not-yet-valid.ts';
import { rejectedOverpaid } from './rejected/payment.rejected.overpaid.ts';
import { rejectedRecipient } from './rejected/payment.rejected.recipient.ts';
import { rejectedSettlesNothing } from './rejected/payment.rejected.settles-nothing.ts';
import { rejectedSignature } from './rejected/payment.rejected.signature.ts';
import { rejectedSigner } from './rejected/payment.rejected.signer.ts';
import { rejectedUnderpaid } from './rejected/payment.rejected.underpaid.ts';
import { rejectedUnfunded } from './rejected/payment.rejected.unfunded.ts';
import { replayClaimedOnce } from './replay/payment.replay.claimed-once.ts';
import { replayElsewhere } from './replay/payment.replay.elsewhere.ts';
import { replayRaced } from './replay/payment.replay.raced.ts';
import { replayRemembered } from './replay/payment.replay.remembered.ts';
import { replayRespelled } from './replay/payment.replay.respelled.ts';
import { replayWithoutPayment } from './replay/payment.replay.without-payment.ts';
import { settledAsQuoted } from './settlement/payment.settled.as-quoted.ts';
import { settledConcurrently } from './settlement/payment.settled.concurrently.ts';
import { settledExactlyOnce } from './settlement/payment.settled.exactly-once.ts';
import { settlementFailed } from './settlement/payment.settlement.failed.ts';

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
