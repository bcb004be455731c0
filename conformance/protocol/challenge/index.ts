import type { ProtocolCheck } from '../protocol-check.ts';
import { challengeAccepts } from './payment.challenge.accepts.ts';
import { challengeAmount } from './payment.challenge.amount.ts';
import { challengeAmountEqualsPrice } from './payment.challenge.amount-equals-price.ts';
import { challengeAsset } from './payment.challenge.asset.ts';
import { challengeAssetAddress } from './payment.challenge.asset-address.ts';
import { challengeDomain } from './payment.challenge.domain.ts';
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
import { challengeSeveralNetworks } from './payment.challenge.several-networks.ts';
import { challengeTimeout } from './payment.challenge.timeout.ts';
import { challengeVersion } from './payment.challenge.version.ts';
import { challengeWindow } from './payment.challenge.window.ts';
import { challengeWwwAuthenticate } from './payment.challenge.www-authenticate.ts';
import { freeNoChallenge } from './payment.free.no-challenge.ts';

/** The checks of the 402 challenge. */
export const challengeChecks: readonly ProtocolCheck[] = [
  challengeAccepts,
  challengeAmountEqualsPrice,
  challengeAmount,
  challengeAssetAddress,
  challengeAsset,
  challengeDomain,
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
  challengeSeveralNetworks,
  challengeTimeout,
  challengeVersion,
  challengeWindow,
  challengeWwwAuthenticate,
  freeNoChallenge,
];
