import { isObject } from '@tollwright/runtime/values/json';
import type { TransportHeaders } from '@tollwright/runtime/x402/standard';
import type { ProtocolCheck } from '../../check/family.ts';
import { fieldsOf } from '../../common/json.ts';
import type { Mismatch, ReceivedResponse } from '../../http/exchange.ts';
import { type Carrier, carriersOf, transportOf } from '../../http/payment-headers.ts';
import { type ChallengeRule, challengeCheck, type Offer } from './rule.ts';

/** The rules about the headers of a challenge. */
const rules: readonly ChallengeRule[] = [
  // The official clients read only the header, so they cannot pay a challenge without it. Any of the names will do.
  {
    id: 'payment.challenge.header',
    judge: ({ exchange: { received }, run }) => {
      const plain = plainCarriers(transportOf(run.contract));
      const carried = carriedIn(received, plain);
      if (plain.length > 0 && carried.length === 0) {
        return {
          detail: `The challenge has no header ${plain.map(({ name }) => name).join(' or ')}.`,
          expected: 'base64 JSON in one of these headers',
          actual: Object.keys(received.headers),
        };
      }
      const invalid = carried.find(({ offers }) => offers === undefined);
      if (!invalid) return undefined;
      return { detail: `${invalid.carrier.name} is not base64 JSON.`, expected: 'base64 JSON', actual: invalid.text };
    },
  },
  // The header and the body of a challenge have the same requirements.
  {
    id: 'payment.challenge.header-agrees',
    judge: ({ exchange: { received }, offers, run }) =>
      disagreement(received, plainCarriers(transportOf(run.contract)), offers) ?? bodyDisagreement(received, offers),
  },
  // The headers of HTTP authentication have the requirements. Their format is not stated: base64 JSON must agree with the
  // body, and any other text must have the amounts and the payees.
  {
    id: 'payment.challenge.www-authenticate',
    judge: ({ exchange: { received }, offers, run }) => {
      const carriers = carriersOf(transportOf(run.contract)).filter(({ plain }) => !plain);
      const missing = carriers.find(({ name }) => !received.headers[name.toLowerCase()]);
      if (!missing) return disagreement(received, carriers, offers) ?? omission(received, carriers, offers);
      return { detail: `${missing.name} is missing.`, expected: `a ${missing.name} header`, actual: null };
    },
  },
];

/** The checks of the headers of a challenge. */
export const carrierChecks: readonly ProtocolCheck[] = rules.map(challengeCheck);

/** True for a response with a header that only a challenge has. */
export function carriesRequirements(transport: TransportHeaders, received: ReceivedResponse): boolean {
  return carriedIn(received, plainCarriers(transport)).length > 0;
}

/** The headers that carry the requirements alone. */
function plainCarriers(transport: TransportHeaders): readonly Carrier[] {
  return carriersOf(transport).filter(({ plain }) => plain);
}

/** A carrier in a response. `offers` is absent where they cannot be read. */
interface CarriedOffers {
  readonly carrier: Carrier;
  readonly text: string;
  readonly offers?: readonly Offer[];
}

function carriedIn(received: ReceivedResponse, carriers: readonly Carrier[]): readonly CarriedOffers[] {
  return carriers.flatMap((carrier) => {
    const text = received.headers[carrier.name.toLowerCase()];
    if (text === undefined) return [];
    const offers = offersIn(carrier.read(text));
    return [{ carrier, text, ...(offers && { offers }) }];
  });
}

/** The mismatch between the requirements in the body and those in the first carrier that has others. */
function disagreement(
  received: ReceivedResponse,
  carriers: readonly Carrier[],
  body: readonly Offer[],
): Mismatch | undefined {
  const expected = body.map(requirement);
  for (const { carrier, offers } of carriedIn(received, carriers)) {
    const actual = offers?.map(requirement);
    if (!actual || isSameSet(expected, actual)) continue;
    const detail = `The requirements in ${carrier.name} do not match those in the body.`;
    return { detail, at: '/accepts', expected, actual };
  }
  return undefined;
}

/** The mismatch between the requirements and those of a body that repeats them although it is free. */
function bodyDisagreement({ json }: ReceivedResponse, offers: readonly Offer[]): Mismatch | undefined {
  const { accepts } = fieldsOf(json);
  const [expected, actual] = [offers, offersIn(accepts) ?? []].map((list) => list.map(requirement));
  if (!Array.isArray(accepts) || isSameSet(expected ?? [], actual ?? [])) return undefined;
  return { detail: 'The requirements in the body do not match those in the header.', at: '/accepts', expected, actual };
}

/** The first value of the requirements that a text without base64 JSON lacks. */
function omission(
  received: ReceivedResponse,
  carriers: readonly Carrier[],
  body: readonly Offer[],
): Mismatch | undefined {
  const values = body.flatMap(({ amount, payTo }) => [String(amount), String(payTo)]);
  for (const { carrier, text, offers } of carriedIn(received, carriers)) {
    const lacking = offers ? undefined : values.find((value) => !text.toLowerCase().includes(value.toLowerCase()));
    if (lacking === undefined) continue;
    return { detail: `${carrier.name} lacks the requirements.`, expected: `a text with ${lacking}`, actual: text };
  }
  return undefined;
}

/** Reads the whole body, its list of offers, or a single offer: the documents state only that it is JSON. */
function offersIn(value: unknown): readonly Offer[] | undefined {
  const list = fieldsOf(value).accepts ?? value;
  if (Array.isArray(list)) return list.filter(isObject);
  return isObject(list) ? [list] : undefined;
}

/** The fields of an offer that a payment must match. */
const requiredFields = ['scheme', 'network', 'amount', 'asset', 'payTo', 'maxTimeoutSeconds'];

function requirement(offer: Offer): Readonly<Record<string, string>> {
  return Object.fromEntries(requiredFields.map((field) => [field, String(offer[field])]));
}

function isSameSet(left: readonly unknown[], right: readonly unknown[]): boolean {
  const texts = (list: readonly unknown[]) => list.map((item) => JSON.stringify(item).toLowerCase()).sort();
  return JSON.stringify(texts(left)) === JSON.stringify(texts(right));
}
