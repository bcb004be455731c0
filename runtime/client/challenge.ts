/** Reads the offers of a 402, from its headers or body, in version 1 or 2 of x402. */

import { decodeJson } from '../values/encoding.ts';
import { anyText, equal, isObject, stringsOf } from '../values/json.ts';
import type { Offer } from '../x402/offer.ts';
import { requirementForms, type TransportHeaders } from '../x402/standard.ts';
import { PaymentRefused } from './failures.ts';
import { networkId } from './network-names.ts';

/** The versions of x402 that the client pays in. */
export type Version = 1 | 2;

/** An offer, in the form of version 2. */
export interface SentOffer extends Omit<Offer, 'extra'> {
  readonly extra: Readonly<Record<string, unknown>>;
  /** The entry as the gateway wrote it, which a payment of version 2 repeats. */
  readonly written: Readonly<Record<string, unknown>>;
}

/** A 402 that has been read. */
export interface PaymentChallenge {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** The offers of a challenge. */
export interface Offers {
  readonly version: Version;
  readonly resource: unknown;
  /** Extensions of the challenge. */
  readonly extensions: unknown;
  /** As the gateway wrote them. */
  readonly accepts: readonly unknown[];
}

/** A place of a challenge that has offers. */
interface Source extends Offers {
  readonly place: string;
}

/**
 * Reads the offers of a challenge from its header, its body, or both. Version 2 comes before version 1.
 *
 * Throws `PaymentRefused` where there are none, and where two places of one version ask for different things.
 */
export function offersOf({ headers, body }: PaymentChallenge, transport: TransportHeaders): Offers {
  const forms = requirementForms(transport);
  const inHeaders = [...forms].flatMap(([name, form]) => {
    const header = headers[name];
    return header === undefined ? [] : [sourceOf(`header ${name}`, decodeJson(contentOf(header, form)), header)];
  });
  const hasOffers = isObject(body) && Array.isArray(body.accepts);
  if (inHeaders.length === 0 && !hasOffers)
    throw new PaymentRefused(
      'body',
      `a list of offers, there or in the header ${[...forms.keys()].join(' or ')}`,
      body,
    );
  const sources = [...(hasOffers ? [sourceOf('body', body, body)] : []), ...inHeaders];
  const first = sources.find(({ version }) => version === 2) ?? sources[0];
  if (!first) throw new PaymentRefused('body', 'a list of offers', body);
  for (const { place, version, accepts } of sources) {
    if (version === first.version && !equal(accepts.map(termsOf), first.accepts.map(termsOf)))
      throw new PaymentRefused(place, first.accepts, accepts);
  }
  return first;
}

/** The base64 in a header of a form; a header of another form as a whole. */
function contentOf(header: string, form: string): string {
  const [before = '', after = ''] = form.split('{base64}');
  const hasForm = header.startsWith(before) && header.endsWith(after);
  return hasForm ? header.slice(before.length, header.length - after.length) : header;
}

function sourceOf(place: string, value: unknown, sent: unknown): Source {
  if (!isObject(value) || !Array.isArray(value.accepts)) throw new PaymentRefused(place, 'a list of offers', sent);
  const { x402Version: version = 2, accepts, resource, extensions } = value;
  if (version !== 1 && version !== 2) throw new PaymentRefused('version', '1 or 2', version);
  return { place, version, accepts, resource, extensions };
}

/** Reads the terms of an entry. Two places may describe them differently. */
function termsOf(entry: unknown): unknown {
  if (!isObject(entry)) return entry;
  const { scheme, network, amount, maxAmountRequired, asset, payTo, maxTimeoutSeconds, extra } = entry;
  return { scheme, network, amount, maxAmountRequired, asset, payTo, maxTimeoutSeconds, extra: extra ?? {} };
}

const offerTexts = { scheme: anyText, network: anyText, amount: /^\d+$/, asset: anyText, payTo: anyText };

/** Reads an entry of `accepts`; undefined where it is no offer. Version 1 calls the amount `maxAmountRequired`. */
export function readOffer(entry: unknown, version: Version): SentOffer | undefined {
  if (!isObject(entry)) return undefined;
  const texts = stringsOf(version === 1 ? { ...entry, amount: entry.maxAmountRequired } : entry, offerTexts);
  const { maxTimeoutSeconds: seconds } = entry;
  // Some JSON libraries write absent fields as null.
  const extra = entry.extra ?? {};
  if (!texts || typeof seconds !== 'number' || !Number.isSafeInteger(seconds) || seconds <= 0) return undefined;
  if (!isObject(extra)) return undefined;
  const network = version === 1 ? networkId(texts.network) : texts.network;
  return { ...texts, network, maxTimeoutSeconds: seconds, extra, written: entry };
}
