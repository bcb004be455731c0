/** The 402 answer: what a call costs and how to pay for it (x402 v2). */

import type { Quote } from '../money/formula.ts';
import { formatUsd } from '../money/usd.ts';
import type { ReceiptContent, TransportDefinition } from '../operation/host.ts';
import type { SettledPayment } from '../operation/payment.ts';
import type { Extensions } from './extensions.ts';
import type { Offer } from './offer.ts';
import { PaymentProblem } from './refusal.ts';

/** The resource of a challenge: the URL and description of the call. */
export interface Resource {
  readonly url: string;
  readonly description: string;
  readonly mimeType: string;
}

/** The parts of a challenge besides its offers. */
export interface Described {
  readonly resource: Resource;
  readonly extensions?: Extensions | undefined;
}

/** The body and headers of a 402. */
export interface Challenge {
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Creates a challenge, whose headers carry the same requirements as its body. `words` override fields of the body.
 *
 * The body has the extensions that the headers have room for.
 */
export function createChallenge(
  accepts: readonly [Offer, ...Offer[]],
  quote: Quote,
  { resource, extensions }: Described,
  words: Readonly<Record<string, unknown>>,
  { challenge, payment }: TransportDefinition,
): Challenge {
  const { error } = words;
  const usd = formatUsd(quote.amount);
  const [offer] = accepts;
  const sent = headersOf(challenge.headers, {
    x402Version: 2,
    error,
    resource,
    accepts,
    ...(extensions && { extensions }),
  });

  return {
    body: {
      x402Version: 2,
      message: `This call costs ${usd} USD. Sign one of \`accepts\` and send the call again with ${payment.headers[0]}.`,
      accepts,
      price: priceOf(usd, quote),
      paymentInfo: { network: offer.network, asset: offer.asset, x402Version: 2 },
      resource,
      ...(sent.extensions && { extensions: sent.extensions }),
      ...quote.details,
      ...words,
    },
    headers: sent.headers,
  };
}

/** The requirements of a challenge, as its first header has them. */
interface Requirements {
  readonly x402Version: 2;
  readonly error: unknown;
  readonly resource: Pick<Resource, 'url'>;
  readonly accepts: readonly Offer[];
  readonly extensions?: Extensions;
}

/**
 * Bytes of all headers of a challenge. nginx and other proxies read 4 KB of response headers, those of the connection
 * and of the service included, and answer 502 where there are more.
 */
const maxHeaderBytes = 3000;

/**
 * Writes the headers of a challenge, short enough for proxies where that is possible.
 *
 * The first has all of it, since official clients read nothing else; further ones have its version and offers. Where that
 * is too long, further spellings of the first are left out, and the resource is its URL alone. Where that is still too
 * long, the description for discovery is left out.
 */
function headersOf(
  forms: TransportDefinition['challenge']['headers'],
  all: Requirements,
): { readonly headers: Record<string, string>; readonly extensions?: Extensions | undefined } {
  const needed = Object.entries(forms).filter(([, form], index) => index === 0 || form !== '{base64}');
  const short = { ...all, resource: { url: all.resource.url } };
  const { bazaar: _, ...others } = all.extensions ?? {};
  const { extensions: __, ...bare } = short;
  const kept = Object.keys(others).length > 0 ? others : undefined;
  const fits = (headers: Readonly<Record<string, string>>) => bytesOf(headers) <= maxHeaderBytes;

  const whole = writeHeaders(Object.entries(forms), all);
  if (fits(whole)) return { headers: whole, extensions: all.extensions };
  const shorter = writeHeaders(needed, short);
  if (fits(shorter)) return { headers: shorter, extensions: all.extensions };
  return { headers: writeHeaders(needed, { ...bare, ...(kept && { extensions: kept }) }), extensions: kept };
}

function bytesOf(headers: Readonly<Record<string, string>>): number {
  return Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + ': \r\n'.length + value.length, 0);
}

function writeHeaders(forms: readonly (readonly [string, string])[], all: Requirements): Record<string, string> {
  const { x402Version, accepts } = all;
  const [whole, offers] = [encode(all), encode({ x402Version, accepts })];
  return Object.fromEntries(
    forms.map(([name, form], index) => [name, form.replace('{base64}', index === 0 ? whole : offers)]),
  );
}

function priceOf(amount: string, { breakdown }: Quote) {
  for (const _ in breakdown) return { amount, currency: 'USD', breakdown };
  return { amount, currency: 'USD' };
}

/** The headers that report a settlement. */
export function receiptHeaders(
  { txHash, network, payer }: SettledPayment,
  { receipt }: Pick<TransportDefinition, 'receipt'>,
): Record<string, string> {
  const settlement = encode({ transaction: txHash, network, payer, ...receipt.success });
  return headersWith(receipt, { settlement, transaction: txHash });
}

/** The headers that report a failed settlement: nothing was charged. */
export function failureHeaders(
  { network, payer }: Pick<SettledPayment, 'network' | 'payer'>,
  { receipt }: Pick<TransportDefinition, 'receipt'>,
): Record<string, string> {
  return headersWith(receipt, { settlement: encode({ network, payer, ...receipt.failure }) });
}

function headersWith(
  { headers }: TransportDefinition['receipt'],
  values: Readonly<Partial<Record<ReceiptContent, string>>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, content]) => {
      const value = values[content];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Base64 of JSON. Text that is all ASCII goes the way that makes no buffer. */
function encode(value: unknown): string {
  const text = JSON.stringify(value);
  return Buffer.byteLength(text) === text.length ? btoa(text) : Buffer.from(text).toString('base64');
}

/**
 * Asks for a payment whose price only the handler knows, such as that of the job which is polled.
 *
 * The answer is a challenge for the quote with `fields` over it.
 */
export class PaymentRequired extends PaymentProblem {
  readonly quote: Quote;

  constructor(quote: Quote, fields: Readonly<Record<string, unknown>> = {}) {
    super('missing', fields);
    this.name = 'PaymentRequired';
    this.quote = quote;
  }
}
