import type { Answer } from '@tollwright/runtime/http/request';
import { isObject } from '@tollwright/runtime/values';
import type { Alteration } from '#gateway/start.ts';
import { headerOf, withoutHeaders } from '../toolkit/headers.ts';
import { decodeJson, encodeJson, type JsonObject, objectsIn } from '../toolkit/json.ts';
import { changeRequests, changeResponses, combine } from '../toolkit/server.ts';
import { defineVariants, type VariantDefinition } from './variant.ts';

const requirementNames = ['PAYMENT-REQUIRED', 'X-Payment-Required'] as const;
const receiptNames = ['PAYMENT-RESPONSE', 'X-Payment-Response'] as const;

/** Changes challenges: whatever stands in their bodies and headers. */
const challenges = (change: (answer: Answer, body: JsonObject, required: JsonObject) => Answer): Alteration =>
  changeResponses((answer) => {
    const header = headerOf(answer, 'payment-required') ?? headerOf(answer, 'x-payment-required');
    if (answer.status !== 402 || typeof answer.body !== 'string' || header === undefined) return answer;
    const [body, required] = [JSON.parse(answer.body), decodeJson(header)];
    return isObject(body) && isObject(required) ? change(answer, body, required) : answer;
  });

const rewritten = (change: (body: JsonObject) => JsonObject): Alteration =>
  challenges((answer, body) => ({ ...answer, body: JSON.stringify(change(body)) }));

/** Changes the price that a challenge shows. */
const showing = (change: (price: JsonObject) => JsonObject): Alteration =>
  rewritten((body) => ({ ...body, price: isObject(body.price) ? change(body.price) : body.price }));

/** Changes every offer, in the body and in the headers alike. */
const offering = (change: (offer: JsonObject) => JsonObject): Alteration => offers((all) => all.map(change));

const offers = (change: (offers: readonly JsonObject[]) => readonly JsonObject[]): Alteration =>
  challenges((answer, body, required) =>
    requiring(
      { ...answer, body: JSON.stringify({ ...body, accepts: change(objectsIn(body.accepts)) }) },
      { ...required, accepts: change(objectsIn(required.accepts)) },
    ),
  );

function requiring(answer: Answer, required: unknown): Answer {
  const value = encodeJson(required);
  const kept = requirementNames.filter((name) => headerOf(answer, name) !== undefined);
  const others = withoutHeaders(answer.headers, ...requirementNames);
  return { ...answer, headers: { ...others, ...Object.fromEntries(kept.map((name) => [name, value])) } };
}

/** Changes what the headers of requirements carry. */
const carrying = (change: (required: JsonObject) => unknown): Alteration =>
  challenges((answer, _, required) => requiring(answer, change(required)));

/** Changes the offer that a payment says it takes. */
const taking = (change: (offer: JsonObject) => JsonObject): Alteration =>
  changeRequests(({ headers }) => ({
    headers: Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, retaken(name, text, change)])),
  }));

function retaken(name: string, text: string, change: (offer: JsonObject) => JsonObject): string {
  if (name !== 'payment-signature' && name !== 'x-payment') return text;
  const payment = decodeJson(text);
  return isObject(payment) && isObject(payment.accepted)
    ? encodeJson({ ...payment, accepted: change(payment.accepted) })
    : text;
}

/** Changes how the headers of requirements are encoded. */
const encoded = (change: (text: string) => string): Alteration =>
  challenges((answer) => ({
    ...answer,
    headers: Object.fromEntries(
      Object.entries(answer.headers).map(([name, value]) => [
        name,
        requirementNames.some((own) => own.toLowerCase() === name.toLowerCase()) ? change(value) : value,
      ]),
    ),
  }));

const leaving = (...names: string[]): Alteration =>
  changeResponses((answer) => ({ ...answer, headers: withoutHeaders(answer.headers, ...names) }));

const asking = (value: (required: string) => string): Alteration =>
  challenges((answer, _, required) => ({
    ...answer,
    headers: { ...withoutHeaders(answer.headers, 'www-authenticate'), 'WWW-Authenticate': value(encodeJson(required)) },
  }));

/** Digits of USD behind the point, as many as are asked for. */
const padded = (amount: unknown, digits: number): string => {
  const [whole = '0', fraction = ''] = String(amount).split('.');
  return `${whole}.${fraction.padEnd(digits, '0')}`;
};

const checksummed = (address: unknown): string =>
  String(address).replaceAll(/(?<=^0x.*)[a-f]/g, (digit) => digit.toUpperCase());

/** What the open question of the amounts leaves to a gateway. */
const amounts: readonly VariantDefinition[] = [
  {
    name: 'micro-USDC as a number',
    choice: 'amount',
    // What is offered comes back with the payment.
    alter: combine(
      offering((offer) => ({ ...offer, amount: Number(offer.amount) })),
      taking((offer) => ({ ...offer, amount: String(offer.amount) })),
    ),
  },
  { name: 'USD as a number', choice: 'usd', alter: showing((price) => ({ ...price, amount: Number(price.amount) })) },
  {
    name: 'USD with a nought behind',
    choice: 'usd',
    alter: showing((price) => ({ ...price, amount: `${padded(price.amount, 1)}0` })),
  },
  {
    name: 'USD with six digits',
    choice: 'usd',
    alter: showing((price) => ({ ...price, amount: padded(price.amount, 6) })),
  },
  {
    name: 'USD with eight digits',
    choice: 'usd',
    alter: showing((price) => ({ ...price, amount: padded(price.amount, 8) })),
  },
  { name: 'PAYMENT-REQUIRED alone', choice: 'requirements', alter: leaving('X-Payment-Required') },
  { name: 'X-Payment-Required alone', choice: 'requirements', alter: leaving('PAYMENT-REQUIRED') },
  {
    name: 'WWW-Authenticate with a realm',
    choice: 'www',
    alter: asking((required) => `X402 realm="api", requirements="${required}"`),
  },
  {
    name: 'WWW-Authenticate of another scheme',
    choice: 'www',
    alter: asking((required) => `Payment id="1", method="x402", request="${required}"`),
  },
  { name: 'WWW-Authenticate with bare requirements', choice: 'www', alter: asking((required) => `x402 ${required}`) },
  {
    name: 'WWW-Authenticate with requirements first in a list',
    choice: 'www',
    alter: asking((required) => `X402 requirements="${required}", Bearer realm="api"`),
  },
].map((variant) => ({ ...variant, questions: ['amount-types'] }));

/** Challenges and receipts that say the same in other words. */
export const challenging = defineVariants(
  'challenges',
  [
    ...amounts,
    {
      name: 'another message',
      choice: 'message',
      alter: rewritten((body) => ({ ...body, message: 'Zahlung erforderlich – 支払いが必要です 💸' })),
    },
    {
      name: 'a long message',
      choice: 'message',
      alter: rewritten((body) => ({ ...body, message: 'Pay. '.repeat(400) })),
    },
    { name: 'no resource', choice: 'resource', alter: rewritten(({ resource: _, ...body }) => body) },
    {
      name: 'a resource with another address',
      choice: 'resource',
      alter: rewritten((body) => ({ ...body, resource: { url: 'https://api.example.com/' } })),
    },
    { name: 'a currency of its own', choice: 'currency', alter: showing((price) => ({ ...price, currency: 'USDC' })) },
    {
      name: 'a currency in small letters',
      choice: 'currency',
      alter: showing((price) => ({ ...price, currency: 'usd' })),
    },
    {
      name: 'a price in further units',
      choice: 'units',
      alter: showing((price) => ({ ...price, micro: 1, formatted: '$0.01', unit: 'call' })),
    },
    {
      name: 'a challenge with further fields',
      choice: 'more',
      alter: rewritten((body) => ({ code: 'PAYMENT_REQUIRED', docs: 'https://example.com', extensions: {}, ...body })),
    },
    {
      name: 'how to pay in further fields',
      choice: 'info',
      alter: rewritten((body) => ({
        ...body,
        paymentInfo: { ...Object(body.paymentInfo), chainId: 8453, facilitator: 'x' },
      })),
    },
    {
      name: 'how to pay with the name of the asset',
      choice: 'info',
      alter: rewritten((body) => ({ ...body, paymentInfo: { ...Object(body.paymentInfo), asset: 'USDC' } })),
    },
    {
      name: 'a version of how to pay that is a text',
      choice: 'info',
      alter: rewritten((body) => ({ ...body, paymentInfo: { ...Object(body.paymentInfo), x402Version: '2' } })),
    },
    {
      name: 'offers with further fields',
      choice: 'offers',
      alter: offering((offer) => ({
        ...offer,
        description: 'A call',
        mimeType: 'application/json',
        outputSchema: null,
        maxAmountRequired: offer.amount,
      })),
    },
    {
      name: 'offers with more about the asset',
      choice: 'extra',
      alter: offering((offer) => ({ ...offer, extra: { ...Object(offer.extra), decimals: 6, symbol: 'USDC' } })),
    },
    {
      name: 'a recipient in capitals',
      choice: 'payee',
      alter: offering((offer) => ({ ...offer, payTo: checksummed(offer.payTo) })),
    },
    {
      name: 'an asset in small letters',
      choice: 'asset',
      alter: offering((offer) => ({ ...offer, asset: String(offer.asset).toLowerCase() })),
    },
    {
      name: 'an asset in capitals',
      choice: 'asset',
      alter: offering((offer) => ({ ...offer, asset: checksummed(offer.asset) })),
    },
    { name: 'requirements as a list of offers', choice: 'carried', alter: carrying(({ accepts }) => accepts) },
    {
      name: 'requirements without an error',
      choice: 'carried',
      alter: carrying(({ error: _, ...required }) => required),
    },
    {
      name: 'requirements with further fields',
      choice: 'carried',
      alter: carrying((required) => ({ ...required, extensions: {}, price: '0.01' })),
    },
    {
      name: 'requirements on many lines',
      choice: 'carried',
      alter: encoded((text) => Buffer.from(JSON.stringify(decodeJson(text), null, 2)).toString('base64')),
    },
    { name: 'requirements without padding', choice: 'encoding', alter: encoded((text) => text.replace(/=+$/, '')) },
    {
      name: 'requirements in the alphabet of URLs',
      choice: 'encoding',
      alter: encoded((text) => Buffer.from(text, 'base64').toString('base64url')),
    },
    { name: 'PAYMENT-RESPONSE alone', choice: 'receipt', alter: leaving('X-Payment-Response') },
    {
      name: 'X-Payment-Response alone, but where an image comes at once',
      choice: 'receipt',
      // Of that answer alone the documents name one header of the two.
      alter: changeResponses((answer, { operation }) =>
        operation === 'generate-image'
          ? answer
          : { ...answer, headers: withoutHeaders(answer.headers, 'PAYMENT-RESPONSE') },
      ),
    },
    {
      name: 'a receipt with further fields',
      choice: 'received',
      alter: changeResponses((answer) => ({
        ...answer,
        headers: Object.fromEntries(
          Object.entries(answer.headers).map(([name, value]) => [
            name,
            receiptNames.some((own) => own === name)
              ? encodeJson({
                  ...Object(decodeJson(value)),
                  settledAt: '2026-01-01T00:00:00Z',
                  amount: '1',
                  extensions: {},
                })
              : value,
          ]),
        ),
      })),
    },
  ].map((variant) => ({ ...variant, hosts: ['base'] as const })),
);
