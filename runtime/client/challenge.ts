import type { Micro } from '../money/usd.ts';
import type { PaymentDefinition } from '../operation/host.ts';
import { decodeJson } from '../values/encoding.ts';
import { anyText, equal, isObject, stringsOf } from '../values/json.ts';
import { sameAddress } from '../x402/address.ts';
import { isSolana, type Offer } from '../x402/offer.ts';
import { PaymentRefused } from './failures.ts';

/** An offer as a challenge writes it. */
interface SentOffer extends Omit<Offer, 'extra'> {
  readonly extra: Readonly<Record<string, unknown>>;
}

/** A challenge as a gateway sends it. */
interface Challenge {
  readonly accepts: readonly unknown[];
  readonly resource: unknown;
}

const offerTexts = { scheme: anyText, network: anyText, amount: /^\d+$/, asset: anyText, payTo: anyText };

/** The terms that an offer has to be on. */
export interface Terms {
  readonly payment: PaymentDefinition;
  /** Refuses the amount of an offer; it is given the body of the challenge as well. */
  readonly refuse: (amount: Micro, body: unknown) => PaymentRefused | undefined;
  /** Seconds that a signature may be valid at most. */
  readonly window: number;
  /** The only address that may be paid; absent means any. */
  readonly payTo?: string;
}

/** An offer that may be signed, and the resource of its challenge. */
export interface Accepted {
  readonly offer: Offer;
  readonly resource: unknown;
}

/** Returns the cheapest offer of a challenge that is on the expected terms; throws `PaymentRefused` when there is none. */
export function acceptOffer(body: unknown, headers: Readonly<Record<string, string>>, terms: Terms): Accepted {
  const challenge = challengeOf(body);
  if (!challenge) throw new PaymentRefused('body', 'a list of offers', body);
  const { accepts, resource } = challenge;
  for (const name of ['payment-required', 'x-payment-required']) {
    const header = headers[name];
    const sent = header === undefined ? undefined : challengeOf(decodeJson(header))?.accepts;
    if (header !== undefined && !equal(sent, accepts)) throw new PaymentRefused(`header ${name}`, accepts, sent);
  }

  const refusals: PaymentRefused[] = [];
  const accepted: SentOffer[] = [];
  for (const entry of accepts) {
    const offer = offerOf(entry);
    const refusal = offer ? refusalOf(offer, terms, body) : new PaymentRefused('offer', 'an x402 offer', entry);
    if (refusal) refusals.push(refusal);
    else if (offer) accepted.push(offer);
  }
  const [cheapest] = accepted.toSorted((a, b) => (BigInt(a.amount) < BigInt(b.amount) ? -1 : 1));
  if (cheapest) return { offer: { ...cheapest, extra: extraOf(cheapest, terms) }, resource };
  throw refusals[0] ?? new PaymentRefused('offers', 'at least one', accepts);
}

function challengeOf(value: unknown): Challenge | undefined {
  if (!isObject(value) || !Array.isArray(value.accepts)) return undefined;
  const isVersion2 = value.x402Version === undefined || value.x402Version === 2;
  return isVersion2 ? { accepts: value.accepts, resource: value.resource } : undefined;
}

/** The offer with all that it has besides the known fields: payments repeat it as it is. */
function offerOf(value: unknown): SentOffer | undefined {
  const texts = stringsOf(value, offerTexts);
  if (!texts || !isObject(value)) return undefined;
  const { maxTimeoutSeconds: seconds, extra = {} } = value;
  if (typeof seconds !== 'number' || !Number.isSafeInteger(seconds) || seconds <= 0 || !isObject(extra))
    return undefined;
  return { ...value, ...texts, maxTimeoutSeconds: seconds, extra };
}

/** What is signed besides the terms. The domain is that of the host definition, which the offer may not contradict. */
function extraOf({ network, extra }: SentOffer, { payment }: Terms): Offer['extra'] {
  if (payment.domain) return { ...payment.domain };
  if (!isSolana(payment)) throw new PaymentRefused('network', 'a network that the wallet can sign for', network);
  if (typeof extra.feePayer !== 'string') throw new PaymentRefused('fee payer', 'an address', extra.feePayer);
  const texts = Object.entries(extra).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(texts);
}

/** The transfer method that the client signs, EIP-3009. Others may allow more than one transfer. */
const method = 'eip3009';

function refusalOf(offer: SentOffer, { payment, refuse, window, payTo }: Terms, body: unknown) {
  const { domain = {} } = payment;
  const checks: [string, unknown, unknown, boolean][] = [
    ['scheme', payment.scheme, offer.scheme, offer.scheme === payment.scheme],
    ['network', payment.network, offer.network, offer.network === payment.network],
    ['asset', payment.asset, offer.asset, sameAddress(offer.asset, payment.asset)],
    ...Object.entries(domain).map(([field, own]): [string, unknown, unknown, boolean] => {
      const offered = offer.extra[field];
      return [`domain ${field}`, own, offered, (offered ?? own) === own];
    }),
    [
      'transfer method',
      method,
      offer.extra.assetTransferMethod,
      (offer.extra.assetTransferMethod ?? method) === method,
    ],
    ['window', `at most ${window} seconds`, offer.maxTimeoutSeconds, offer.maxTimeoutSeconds <= window],
    ['payee', payTo, offer.payTo, payTo === undefined || sameAddress(offer.payTo, payTo)],
  ];
  const failed = checks.find(([, , , matches]) => !matches);
  return failed ? new PaymentRefused(failed[0], failed[1], failed[2]) : refuse(BigInt(offer.amount), body);
}
