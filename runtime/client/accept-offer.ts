/** Chooses the offer of a challenge to sign. */

import type { Micro } from '../money/usd.ts';
import type { NetworkDefinition, PaymentDefinition } from '../operation/host.ts';
import { sameAddress } from '../x402/address.ts';
import { isSolana, type Offer } from '../x402/offer.ts';
import { offersOf, type PaymentChallenge, readOffer, type SentOffer, type Version } from './challenge.ts';
import { PaymentRefused } from './failures.ts';

/** The terms that an offer must meet. */
export interface Terms {
  readonly payment: PaymentDefinition;
  /** Whether the wallet can pay on a network. */
  readonly canPay: (network: string) => boolean;
  /** Refuses the amount of an offer; it is given the body of the challenge as well. */
  readonly refuse: (amount: Micro, body: unknown) => PaymentRefused | undefined;
  /** Maximum seconds for which a signature may be valid. */
  readonly window: number;
  /** The only address that may be paid on a network; undefined means any. */
  readonly payeeOn: (network: string) => string | undefined;
}

/** An offer that may be signed. */
export interface AcceptedOffer {
  readonly version: Version;
  /** The terms to sign. */
  readonly offer: Offer;
  /** The entry as the gateway wrote it. */
  readonly written: SentOffer['written'];
  /** The resource of its challenge. */
  readonly resource: unknown;
  /** The extensions of its challenge. */
  readonly extensions: unknown;
  /** The network in the definition of the host. */
  readonly network: NetworkDefinition;
}

/** Returns the cheapest offer of a challenge that meets the terms. Throws `PaymentRefused` when there is none. */
export function acceptOffer(challenge: PaymentChallenge, terms: Terms): AcceptedOffer {
  const { version, accepts, resource, extensions } = offersOf(challenge, terms.payment.transport);

  function judge(entry: unknown): AcceptedOffer | PaymentRefused {
    const sent = readOffer(entry, version);
    if (!sent) return new PaymentRefused('offer', 'an x402 offer', entry);
    const network = networksOf(terms).find((own) => own.network === sent.network);
    if (!network) return new PaymentRefused('network', terms.payment.network, sent.network);
    const refusal = refusalOf(sent, network, terms, challenge.body);
    if (refusal) return refusal;
    const extra = extraOf(sent, network);
    if (extra instanceof PaymentRefused) return extra;
    const { written, ...rest } = sent;
    return { version, offer: { ...rest, extra }, written, resource, extensions, network };
  }

  const judged = accepts.map(judge);
  const [cheapest] = judged
    .filter((each): each is AcceptedOffer => !(each instanceof PaymentRefused))
    .toSorted((a, b) => (BigInt(a.offer.amount) < BigInt(b.offer.amount) ? -1 : 1));
  if (cheapest) return cheapest;
  throw judged.find((each) => each instanceof PaymentRefused) ?? new PaymentRefused('offers', 'at least one', accepts);
}

/** The networks of the host that the wallet can pay on. */
function networksOf({ payment, canPay }: Terms): readonly NetworkDefinition[] {
  return [payment, ...(payment.also ?? [])].filter(({ network }) => canPay(network));
}

/** Further signed fields. The domain comes from the host definition, and the offer must not contradict it. */
function extraOf({ network, extra }: SentOffer, own: NetworkDefinition): Offer['extra'] | PaymentRefused {
  if (own.domain) return { ...own.domain };
  if (!isSolana(own)) return new PaymentRefused('network', 'a network that the wallet can sign for', network);
  if (typeof extra.feePayer !== 'string') return new PaymentRefused('fee payer', 'an address', extra.feePayer);
  const texts = Object.entries(extra).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(texts);
}

/** The transfer method that the client signs, EIP-3009. Others may allow more than one transfer. */
const method = 'eip3009';

function refusalOf(offer: SentOffer, own: NetworkDefinition, terms: Terms, body: unknown) {
  const { payment, refuse, window, payeeOn } = terms;
  const { domain = {}, asset } = own;
  const payee = payeeOn(offer.network);
  const checks: [string, unknown, unknown, boolean][] = [
    ['scheme', payment.scheme, offer.scheme, offer.scheme === payment.scheme],
    ['asset', asset, offer.asset, sameAddress(offer.asset, asset)],
    ...Object.entries(domain).map(([field, expected]): [string, unknown, unknown, boolean] => {
      const offered = offer.extra[field];
      return [`domain ${field}`, expected, offered, (offered ?? expected) === expected];
    }),
    [
      'transfer method',
      method,
      offer.extra.assetTransferMethod,
      (offer.extra.assetTransferMethod ?? method) === method,
    ],
    ['window', `at most ${window} seconds`, offer.maxTimeoutSeconds, offer.maxTimeoutSeconds <= window],
    ['payee', payee, offer.payTo, payee === undefined || sameAddress(offer.payTo, payee)],
  ];
  const failed = checks.find(([, , , matches]) => !matches);
  return failed ? new PaymentRefused(failed[0], failed[1], failed[2]) : refuse(BigInt(offer.amount), body);
}
