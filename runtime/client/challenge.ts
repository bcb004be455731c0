import { z } from 'zod';
import type { Micro, PaymentDefinition } from '../operation.ts';
import { sameAddress } from '../payment/address.ts';
import { isSolana, type Offer } from '../payment/offer.ts';
import { equal } from '../values.ts';
import { decodeJson } from './encoded.ts';
import { PaymentRefused } from './failures.ts';

const offerShape = z.looseObject({
  scheme: z.string(),
  network: z.string(),
  amount: z.string().regex(/^\d+$/),
  asset: z.string(),
  payTo: z.string(),
  maxTimeoutSeconds: z.int().positive(),
  extra: z.record(z.string(), z.unknown()).optional(),
});

const challengeShape = z.looseObject({
  x402Version: z.literal(2).optional(),
  accepts: z.array(z.unknown()),
  resource: z.unknown().optional(),
});

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
  for (const name of ['payment-required', 'x-payment-required']) {
    const header = headers[name];
    const told = header === undefined ? undefined : challengeShape.safeParse(decodeJson(header)).data;
    if (header !== undefined && !equal(told?.accepts, accepts)) {
      throw new PaymentRefused(`header ${name}`, accepts, told?.accepts);
    }
  }

  const refusals: PaymentRefused[] = [];
  for (const entry of accepts) {
    const offer = offerShape.safeParse(entry);
    const refusal = offer.success ? refusalOf(offer.data, terms) : new PaymentRefused('offer', 'an x402 offer', entry);
    if (offer.success && !refusal) {
      return { offer: { ...offer.data, extra: extraOf(offer.data, terms) }, resource };
    }
    if (refusal) refusals.push(refusal);
  }
  throw refusals[0] ?? new PaymentRefused('offers', 'at least one', accepts);
}

/** What is signed besides the terms. A domain is our own, which the offer only may not contradict. */
function extraOf({ network, extra = {} }: z.infer<typeof offerShape>, { payment }: Terms): Offer['extra'] {
  if (payment.domain) return { ...payment.domain };
  if (!isSolana(payment)) throw new PaymentRefused('network', 'one on which the client can sign', network);
  if (typeof extra.feePayer !== 'string') throw new PaymentRefused('fee payer', 'an address', extra.feePayer);
  const texts = Object.entries(extra).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(texts);
}

/** How the client signs: a transfer with authorization, EIP-3009. Any other may allow more than one transfer. */
const method = 'eip3009';

function refusalOf(offer: z.infer<typeof offerShape>, { payment, amount, window, payTo }: Terms) {
  const { domain = {} } = payment;
  const checks: [string, unknown, unknown, boolean][] = [
    ['scheme', payment.scheme, offer.scheme, offer.scheme === payment.scheme],
    ['network', payment.network, offer.network, offer.network === payment.network],
    ['asset', payment.asset, offer.asset, sameAddress(offer.asset, payment.asset)],
    ...Object.entries(domain).map(([field, own]): [string, unknown, unknown, boolean] => {
      const told = offer.extra?.[field];
      return [`domain ${field}`, own, told, (told ?? own) === own];
    }),
    [
      'transfer method',
      method,
      offer.extra?.assetTransferMethod,
      (offer.extra?.assetTransferMethod ?? method) === method,
    ],
    ['amount', String(amount), offer.amount, BigInt(offer.amount) === amount],
    ['window', `at most ${window} seconds`, offer.maxTimeoutSeconds, offer.maxTimeoutSeconds <= window],
    ['payee', payTo, offer.payTo, payTo === undefined || sameAddress(offer.payTo, payTo)],
  ];
  const broken = checks.find(([, , , holds]) => !holds);
  return broken && new PaymentRefused(broken[0], broken[1], broken[2]);
}
