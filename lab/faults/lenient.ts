/** Gateways that serve or charge calls whose payment they rejected. */

import { keyWallet } from '@tollwright/runtime/client/key-wallet';
import { payHeader } from '@tollwright/runtime/client/wallet';
import { unixSeconds } from '@tollwright/runtime/system/clock';
import { createSolanaWallet } from '@tollwright/runtime/testing/solana-wallet';
import { randomHex } from '@tollwright/runtime/values/encoding';
import { addressId } from '@tollwright/runtime/x402/address';
import { isSolana } from '@tollwright/runtime/x402/offer';
import type { Parts } from '#gateway/start.ts';
import { decodeHeader, type Message, parseBody, paymentOf, withoutPayment } from '../toolkit/messages.ts';
import { signatureHeader } from '../toolkit/payment-headers.ts';
import type { Interceptor, WireRequest, WireResponse } from '../toolkit/proxy.ts';
import { randomNonce } from '../toolkit/services.ts';

/** A payment that the gateway rejected. */
export interface RejectedPayment {
  readonly code: string;
  readonly message: string;
  /** The payment header as it was sent. */
  readonly header: string;
  readonly request: WireRequest;
  readonly response: WireResponse;
  readonly payment: Message;
}

const plenty = 10n ** 12n;

/**
 * Serves calls with rejected payments that `accepts` selects.
 *
 * A wallet of the gateway pays for them, so that to the caller the rejected payment seems to have paid.
 */
export function acceptRejected(accepts: (rejected: RejectedPayment) => boolean): (parts: Parts) => Interceptor {
  return ({ host, services: { store, clock } }) => {
    const wallet = host.payment && isSolana(host.payment) ? createSolanaWallet() : keyWallet(`0x${randomHex(32)}`);
    return async (request, forward) => {
      const response = await forward(request);
      const rejected = rejectedBy(request, response);
      if (!rejected || !accepts(rejected)) return response;
      const unpaid = withoutPayment(request);
      const challenged = await forward(unpaid);
      const challenge = parseBody(challenged);
      const offer = challenge?.accepts?.[0];
      if (challenged.status !== 402 || !challenge || !offer) return challenged;
      await store.ledger.fund(addressId(wallet.address), plenty);
      const signed = await ('pay' in wallet
        ? wallet.pay(challenge)
        : payHeader(wallet, { offer, resource: undefined }, { decimals: 6 }, unixSeconds(clock)));
      return forward({ ...unpaid, headers: { ...unpaid.headers, [signatureHeader]: signed } });
    };
  };
}

function rejectedBy(request: WireRequest, response: WireResponse): RejectedPayment | undefined {
  const header = paymentOf(request);
  if (header === undefined || response.status !== 402) return undefined;
  const { code = '', message = '' } = parseBody(response) ?? {};
  return { code: String(code), message: String(message), header, request, response, payment: decodeHeader(header) };
}

/** Moves the funds of the payment in a header, whatever the verdict of the gateway. */
export async function chargeAnyway({ host, services }: Parts, header: string, route: string): Promise<void> {
  const { authorization } = decodeHeader(header).payload ?? {};
  if (!authorization || !host.payment) return;
  const { scheme, network, asset } = host.payment;
  const payment = {
    scheme,
    network,
    asset,
    payer: String(authorization.from).toLowerCase(),
    payTo: services.payTo,
    amount: BigInt(authorization.value ?? 0),
    nonce: randomNonce(),
    validAfter: 0,
    validBefore: Number.MAX_SAFE_INTEGER,
    proof: {},
  };
  await services.store.ledger.transfer(payment, randomNonce(), route, services.clock.now());
}
