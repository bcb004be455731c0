import { z } from 'zod';
import type { Micro, PaymentDefinition } from '../operation.ts';
import type { Offer } from '../payment/offer.ts';
import { equal } from '../values.ts';
import { PaymentRefused, ReceiptMismatch } from './failures.ts';

const offerShape = z.looseObject({
  scheme: z.string(),
  network: z.string(),
  amount: z.string().regex(/^\d+$/),
  asset: z.string(),
  payTo: z.string(),
  maxTimeoutSeconds: z.int().positive(),
  extra: z.record(z.string(), z.unknown()).optional(),
});

const challengeShape = z.looseObject({ accepts: z.array(z.unknown()), resource: z.unknown().optional() });

/** What a payment has to be for. */
export interface Terms {
  readonly payment: PaymentDefinition;
  readonly amount: Micro;
  /** The most seconds that a signature may be valid. */
  readonly window: number;
  /** Who may be paid; absent means whoever the gateway names. */
  readonly payTo?: string;
}

/** An offer that may be signed, and what the challenge says it buys. */
export interface Accepted {
  readonly offer: Offer;
  readonly resource: unknown;
}

/** Takes the offer of a challenge that is on exactly the expected terms; throws `PaymentRefused` when there is none. */
export function acceptOffer(body: unknown, headers: Readonly<Record<string, string>>, terms: Terms): Accepted {
  const parsed = challengeShape.safeParse(body);
  if (!parsed.success) throw new PaymentRefused('body', 'a list of offers', body);
  const { accepts, resource } = parsed.data;
  const header = headers['payment-required'];
  const told = header === undefined ? undefined : challengeShape.safeParse(decodeJson(header)).data;
  if (header !== undefined && !equal(told?.accepts, accepts)) {
    throw new PaymentRefused('header', accepts, told?.accepts);
  }

  const refusals: PaymentRefused[] = [];
  for (const entry of accepts) {
    const offer = offerShape.safeParse(entry);
    const refusal = offer.success ? refusalOf(offer.data, terms) : new PaymentRefused('offer', 'an x402 offer', entry);
    if (offer.success && !refusal) {
      // The domain that is signed is our own: the offer only may not contradict it.
      const extra = terms.payment.domain;
      if (!extra) throw new PaymentRefused('network', 'one that is signed by EIP-712', offer.data.network);
      return { offer: { ...offer.data, extra: { ...extra } }, resource: told?.resource ?? resource };
    }
    if (refusal) refusals.push(refusal);
  }
  throw refusals[0] ?? new PaymentRefused('offers', 'at least one', accepts);
}

function refusalOf(offer: z.infer<typeof offerShape>, { payment, amount, window, payTo }: Terms) {
  const { domain = {} } = payment;
  const checks: [string, unknown, unknown, boolean][] = [
    ['scheme', payment.scheme, offer.scheme, offer.scheme === payment.scheme],
    ['network', payment.network, offer.network, offer.network === payment.network],
    ['asset', payment.asset, offer.asset, same(offer.asset, payment.asset)],
    ...Object.entries(domain).map(([field, own]): [string, unknown, unknown, boolean] => {
      const told = offer.extra?.[field];
      return [`domain ${field}`, own, told, (told ?? own) === own];
    }),
    ['amount', String(amount), offer.amount, BigInt(offer.amount) === amount],
    ['window', `at most ${window} seconds`, offer.maxTimeoutSeconds, offer.maxTimeoutSeconds <= window],
    ['payee', payTo, offer.payTo, payTo === undefined || same(offer.payTo, payTo)],
  ];
  const broken = checks.find(([, , , holds]) => !holds);
  return broken && new PaymentRefused(broken[0], broken[1], broken[2]);
}

/** Proof that a payment was settled. */
export interface Receipt {
  readonly transaction: string;
  readonly network: string;
  readonly payer: string;
}

const receiptShape = z.looseObject({
  success: z.boolean(),
  transaction: z.string(),
  network: z.string(),
  payer: z.string().optional(),
});

/** The receipt of an answer; `undefined` when nothing was settled. A receipt for another payment throws. */
export function readReceipt(
  headers: Readonly<Record<string, string>>,
  network: string,
  payer: string,
): Receipt | undefined {
  const header = headers['payment-response'] ?? headers['x-payment-response'];
  const receipt = header === undefined ? undefined : receiptShape.safeParse(decodeJson(header)).data;
  if (!receipt?.success) return undefined;
  if (receipt.network !== network) throw new ReceiptMismatch('network', network, receipt.network);
  if (receipt.payer !== undefined && !same(receipt.payer, payer))
    throw new ReceiptMismatch('payer', payer, receipt.payer);
  return { transaction: receipt.transaction, network, payer };
}

function same(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

function decodeJson(header: string): unknown {
  try {
    return JSON.parse(Buffer.from(header, 'base64').toString());
  } catch {
    return undefined;
  }
}
