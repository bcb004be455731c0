import { unixSeconds } from '@tollwright/runtime/clock';
import { isSolana } from '@tollwright/runtime/payment/offer';
import { createSolanaWallet } from '@tollwright/runtime/testing/solana-wallet';
import { createWallet } from '@tollwright/runtime/testing/wallet';
import type { Parts } from '#gateway/start.ts';
import { freshNonce } from '../toolkit/alter.ts';
import type { Front, WireAnswer, WireCall } from '../toolkit/front.ts';
import { decode, parse, paymentOf, type Told, withoutPayment } from './wire.ts';

/** A payment that the gateway refused. */
export interface Refused {
  readonly code: string;
  readonly message: string;
  /** The header as it was sent. */
  readonly header: string;
  readonly call: WireCall;
  readonly answer: WireAnswer;
  readonly payment: Told;
}

const plenty = 10n ** 12n;

/**
 * Serves what the gateway refused, wherever `wrongly` says so.
 *
 * A house wallet pays in the payer's place: to a caller it looks as if the refused payment had bought the call.
 */
export function lenient(wrongly: (refused: Refused) => boolean): (parts: Parts) => Front {
  return ({ host, services: { store, clock } }) => {
    const house = host.payment && isSolana(host.payment) ? createSolanaWallet() : createWallet();
    return async (call, send) => {
      const answer = await send(call);
      const refused = refusedBy(call, answer);
      if (!refused || !wrongly(refused)) return answer;
      const plain = withoutPayment(call);
      const asked = await send(plain);
      const challenge = parse(asked.text);
      const offer = challenge?.accepts?.[0];
      if (asked.status !== 402 || !offer) return asked;
      await store.ledger.fund(house.address, plenty);
      const signed = await ('pay' in house ? house.pay(challenge) : house.sign(offer, unixSeconds(clock)));
      return send({ ...plain, headers: { ...plain.headers, 'payment-signature': signed } });
    };
  };
}

/** What a 402 says about the payment that came with a call. */
export function refusedBy(call: WireCall, answer: WireAnswer): Refused | undefined {
  const header = paymentOf(call);
  if (header === undefined || answer.status !== 402) return undefined;
  const { code = '', message = '' } = parse(answer.text) ?? {};
  return { code: String(code), message: String(message), header, call, answer, payment: decoded(header) };
}

/** What a payment header says; nothing where it cannot be read. */
export function decoded(header: string): Told {
  try {
    return decode(header);
  } catch {
    return {};
  }
}

/** Moves the funds of a payment that came in a header, whatever the gateway made of it. */
export async function takeAnyway({ host, services }: Parts, header: string, route: string): Promise<void> {
  const { authorization } = decoded(header).payload ?? {};
  if (!authorization || !host.payment) return;
  const { scheme, network, asset } = host.payment;
  const payment = {
    scheme,
    network,
    asset,
    payer: String(authorization.from).toLowerCase(),
    payTo: services.payTo,
    amount: BigInt(authorization.value ?? 0),
    nonce: freshNonce(),
    validAfter: 0,
    validBefore: Number.MAX_SAFE_INTEGER,
    proof: {},
  };
  await services.store.ledger.transfer(payment, freshNonce(), route, services.clock.now());
}
