/** An x402 facilitator over HTTP: it verifies and settles payments for other servers. */

import type { PaymentDefinition } from '../operation/host.ts';
import type { Payment } from '../operation/payment.ts';
import { ledgerBlocks } from '../payment/svm/blocks.ts';
import { createVerifier, type Verify } from '../payment/verify.ts';
import { type Clock, systemClock, unixSeconds } from '../system/clock.ts';
import { anyText, isObject, stringsOf } from '../values/json.ts';
import { sameAddress } from '../x402/address.ts';
import { readPayment } from '../x402/header.ts';
import { createOffers, type Offer } from '../x402/offer.ts';
import type { EvmSettler } from './evm.ts';

/** The network and the settler of a facilitator. */
export interface FacilitatorOptions {
  readonly network: PaymentDefinition;
  readonly settler: FacilitatorAccount;
  readonly clock?: Clock;
}

/** The parts of a settler that a facilitator uses. */
export type FacilitatorAccount = Pick<EvmSettler, 'account' | 'end' | 'isSigner' | 'refusal' | 'settle'>;

/** Serves `/verify`, `/settle` and `/supported`. */
export type FacilitatorService = (request: Request) => Promise<Response>;

/** Reads requirements for the network of the facilitator. It uses its own domain and ignores theirs. */
function requirementsOf(value: unknown, definition: PaymentDefinition): Offer | undefined {
  const texts = stringsOf(value, {
    scheme: anyText,
    network: anyText,
    asset: anyText,
    payTo: anyText,
    amount: /^\d+$/,
  });
  const seconds = isObject(value) ? value.maxTimeoutSeconds : undefined;
  if (!texts || typeof seconds !== 'number' || texts.network !== definition.network) return undefined;
  if (texts.scheme !== definition.scheme || !sameAddress(texts.asset, definition.asset)) return undefined;
  return createOffers(definition, texts.payTo, BigInt(texts.amount), seconds)[0];
}

/**
 * Creates the facilitator of one network.
 *
 * It pays for the gas of its callers, so only your own servers should reach it. It refuses a payment that it has settled or
 * is settling: a server that settled one payment twice would deliver twice for it.
 */
export function createFacilitatorService(options: FacilitatorOptions): FacilitatorService {
  const { scheme, network } = options.network;
  const facilitator = new Facilitator(options);

  const calls: Readonly<Record<string, (body: unknown) => unknown>> = {
    'GET /supported': () => ({
      kinds: [{ x402Version: 2, scheme, network }],
      extensions: [],
      signers: { 'eip155:*': [options.settler.account] },
    }),
    'POST /verify': async (body) => {
      const payment = await facilitator.verify(body);
      if (typeof payment === 'string') return { isValid: false, invalidReason: payment };
      return { isValid: true, payer: payment.payer };
    },
    'POST /settle': async (body) => ({ transaction: '', network, ...(await facilitator.settle(body)) }),
  };

  return async (request) => {
    const call = calls[`${request.method} ${new URL(request.url).pathname}`];
    if (!call) return Response.json({ error: 'Not found' }, { status: 404 });
    const body: unknown = request.method === 'POST' ? await request.json().catch(() => undefined) : undefined;
    try {
      return Response.json(await call(body));
    } catch {
      // The node did not answer. An earlier transaction may still settle.
      return Response.json({ error: 'The chain cannot be asked.' }, { status: 503 });
    }
  };
}

/** Verifies and settles the payments of one network. */
class Facilitator {
  readonly #definition: PaymentDefinition;
  readonly #settler: FacilitatorAccount;
  readonly #clock: Clock;
  readonly #verifyTerms: Verify;
  /** Payers and nonces of the payments that are being settled. */
  readonly #underWay = new Set<string>();

  constructor({ network, settler, clock = systemClock }: FacilitatorOptions) {
    this.#definition = network;
    this.#settler = settler;
    this.#clock = clock;
    this.#verifyTerms = createVerifier(network, ledgerBlocks, settler);
  }

  /** Returns the payment of a request, or why it cannot settle. */
  async verify(body: unknown): Promise<Payment | string> {
    const { paymentPayload, paymentRequirements } = isObject(body) ? body : {};
    const sent = readPayment(paymentPayload, [1, 2]);
    if (!sent) return 'invalid_payload';
    const expected = requirementsOf(paymentRequirements, this.#definition);
    if (!expected) return 'invalid_payment_requirements';
    const payment = await this.#verifyTerms(sent, expected, unixSeconds(this.#clock));
    if ('reason' in payment) return payment.message;
    if (payment.late !== undefined) return payment.late;
    if (await this.#settler.end(payment)) return 'invalid_exact_evm_nonce_already_used';
    return (await this.#settler.refusal(payment)) ?? payment;
  }

  /** Settles the payment of a request. */
  async settle(body: unknown) {
    const payment = await this.verify(body);
    if (typeof payment === 'string') return { success: false, errorReason: payment };
    const { payer, nonce } = payment;
    const failed = (errorReason: string) => ({ success: false, errorReason, payer });
    const key = `${payer} ${nonce}`;
    if (this.#underWay.has(key)) return failed('duplicate_settlement');
    this.#underWay.add(key);
    try {
      const end = await this.#settler.settle(payment, '');
      if (end.outcome === 'settled') return { success: true, transaction: end.txHash, payer };
      return failed(end.outcome === 'unknown' ? 'settlement_not_confirmed' : end.reason);
    } finally {
      this.#underWay.delete(key);
    }
  }
}
