import { isObject } from '@tollwright/runtime/values/json';
import type { ProtocolCheck } from '../../check/family.ts';
import { fieldsOf } from '../../common/json.ts';
import { parseJson } from '../../http/events.ts';
import type { Mismatch, ReceivedResponse } from '../../http/exchange.ts';
import { type ChallengeRule, challengeCheck, type Offer } from './rule.ts';

/** A header that carries the requirements of a challenge, which are its offers. */
interface Carrier {
  /** As the documents write it. */
  readonly name: string;
  /** As messages write it. */
  readonly label: string;
  /** Reads the offers from its text; `undefined` where there are none. */
  readonly read: (text: string) => readonly Offer[] | undefined;
}

/** The headers that carry the requirements alone, as base64 JSON. Either name will do. */
const plain: readonly Carrier[] = ['PAYMENT-REQUIRED', 'X-Payment-Required'].map((name) => ({
  name,
  label: name.toLowerCase(),
  read: readOffers,
}));

/** The header of HTTP authentication. Its format is not stated, but requirements that can be read in it must agree. */
const authenticate: Carrier = { name: 'WWW-Authenticate', label: 'WWW-Authenticate', read: findOffers };

/** The rules about the carriers of a challenge. */
const rules: readonly ChallengeRule[] = [
  // The official clients read only the header, so they cannot pay a challenge without it.
  {
    id: 'payment.challenge.header',
    judge: ({ exchange: { received } }) => {
      const carried = carriedIn(received, plain);
      if (carried.length === 0) {
        return {
          detail: `${plain.map(({ name }) => name).join(' and ')} are both missing.`,
          expected: 'base64 JSON in either header',
          actual: Object.keys(received.headers),
        };
      }
      const invalid = carried.find(({ offers }) => offers === undefined);
      if (!invalid) return undefined;
      return { detail: `${invalid.carrier.label} is not base64 JSON.`, expected: 'base64 JSON', actual: invalid.text };
    },
  },
  // The header and the body of a challenge have the same requirements.
  {
    id: 'payment.challenge.header-agrees',
    judge: ({ exchange, offers }) => disagreement(exchange.received, plain, offers),
  },
  // The header is present.
  {
    id: 'payment.challenge.www-authenticate',
    judge: ({ exchange: { received }, offers }) => {
      const { name } = authenticate;
      if (received.headers[name.toLowerCase()]) return disagreement(received, [authenticate], offers);
      return { detail: `${name} is missing.`, expected: `a ${name} header`, actual: null };
    },
  },
];

/** The checks of the headers of a challenge. */
export const carrierChecks: readonly ProtocolCheck[] = rules.map(challengeCheck);

/** True for a response with a header that only a challenge has. */
export function carriesRequirements(received: ReceivedResponse): boolean {
  return carriedIn(received, plain).length > 0;
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
    const offers = carrier.read(text);
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
    const detail = `The requirements in ${carrier.label} do not match those in the body.`;
    return { detail, at: '/accepts', expected, actual };
  }
  return undefined;
}

/** Reads base64 JSON. */
function readOffers(text: string): readonly Offer[] | undefined {
  return offersIn(parseJson(Buffer.from(text, 'base64').toString('utf8')));
}

/** Reads the first base64 JSON within a text, such as a parameter of a scheme. */
function findOffers(text: string): readonly Offer[] | undefined {
  for (const [encoded] of text.matchAll(/[\w+/-]{40,}={0,2}/g)) {
    const offers = readOffers(encoded);
    if (offers) return offers;
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
