import type { Alteration } from '#gateway/start.ts';
import { decodeJson, encodeJson, type JsonObject, withoutHeaders } from '../toolkit/messages.ts';
import { asSpecified, authenticateHeader, receiptHeaders, requirementHeaders } from '../toolkit/payment-headers.ts';
import { changeResponses, combine } from '../toolkit/server.ts';
import {
  asking,
  carrying,
  checksummed,
  encoded,
  leaving,
  offering,
  offers,
  padded,
  receiptNames,
  rewritten,
  showing,
  spelling,
  taking,
  underAnotherDomain,
} from './challenge-changes.ts';
import { operationsAt } from './contract.ts';
import { defineVariants, type VariantDefinition } from './variant.ts';

const [firstRequired = '', secondRequired = ''] = requirementHeaders.map(asSpecified);
const [firstReceipt = '', secondReceipt = ''] = receiptHeaders.map(asSpecified);
const authenticate = asSpecified(authenticateHeader);

/** Choices that the open question about amounts leaves to a gateway. */
const amounts: readonly VariantDefinition[] = [
  {
    name: 'states micro-USDC as a number',
    choice: 'amount',
    // What is offered comes back with the payment.
    alter: combine(
      offering((offer) => ({ ...offer, amount: Number(offer.amount) })),
      taking((offer) => ({ ...offer, amount: String(offer.amount) })),
    ),
  },
  {
    name: 'states USD as a number',
    choice: 'usd',
    alter: showing((price) => ({ ...price, amount: Number(price.amount) })),
  },
  {
    name: 'states USD with a trailing zero',
    choice: 'usd',
    alter: showing((price) => ({ ...price, amount: `${padded(price.amount, 1)}0` })),
  },
  {
    name: 'states USD with six decimals',
    choice: 'usd',
    alter: showing((price) => ({ ...price, amount: padded(price.amount, 6) })),
  },
  {
    name: 'states USD with eight decimals',
    choice: 'usd',
    alter: showing((price) => ({ ...price, amount: padded(price.amount, 8) })),
  },
  {
    name: `sends ${firstRequired} alone`,
    questions: ['challenge-spellings'],
    alter: spelling(firstRequired, secondRequired),
  },
  {
    name: `sends ${secondRequired} alone`,
    questions: ['challenge-spellings'],
    alter: spelling(secondRequired, firstRequired),
  },
  {
    name: `sends ${authenticate} with a realm`,
    choice: 'www',
    alter: asking((required) => `X402 realm="api", requirements="${required}"`),
  },
  {
    name: `sends ${authenticate} with another scheme`,
    choice: 'www',
    alter: asking((required) => `Payment id="1", method="x402", request="${required}"`),
  },
  {
    name: `sends ${authenticate} with bare requirements`,
    choice: 'www',
    alter: asking((required) => `x402 ${required}`),
  },
  {
    name: `sends ${authenticate} with several challenges`,
    choice: 'www',
    alter: asking((required) => `X402 requirements="${required}", Bearer realm="api"`),
  },
].map((variant) => ({ questions: ['amount-types'], ...variant }));

/** An offer of the same amount on Solana. */
const solanaOffer = (offer: JsonObject): JsonObject => ({
  ...offer,
  network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  asset: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  payTo: '8KJUYkFQ1VYCZ9i6gYq6Yk7qdLZzfpvqoYvUUfwbhCkK',
  extra: { feePayer: 'CKPKJWNdJEqa81x7CkZ14BVPiY6y16Sxs7owznqtWYp5' },
});

/** Changes the offers of web searches. */
const alsoOffering = (change: (offer: JsonObject) => readonly JsonObject[]): Alteration =>
  combine(
    offers((all, operation) => (searches.includes(operation) ? all.flatMap(change) : all)),
    asking((required) => `X402 requirements="${required}"`),
  );

const searches = operationsAt(/\{websearch\}/);

/** Changes how receipts are encoded. */
const receipts = (change: (text: string) => string): Alteration =>
  changeResponses((answer) => ({
    ...answer,
    headers: Object.fromEntries(
      Object.entries(answer.headers).map(([name, value]) => [
        name,
        receiptNames.includes(name) ? change(value) : value,
      ]),
    ),
  }));

/** Challenges and receipts with the same meaning in different forms. */
export const challenging = defineVariants(
  'challenges',
  [
    ...amounts,
    {
      name: 'sends a challenge message in other languages',
      choice: 'message',
      alter: rewritten((body) => ({ ...body, message: 'Zahlung erforderlich – 支払いが必要です 💸' })),
    },
    {
      name: 'sends a long challenge message',
      choice: 'message',
      alter: rewritten((body) => ({ ...body, message: 'Pay. '.repeat(400) })),
    },
    {
      name: 'omits `resource` from challenges',
      choice: 'resource',
      alter: rewritten(({ resource: _, ...body }) => body),
    },
    {
      name: 'names another URL as `resource`',
      choice: 'resource',
      alter: rewritten((body) => ({ ...body, resource: { url: 'https://api.example.com/' } })),
    },
    {
      name: 'states USDC as the currency',
      choice: 'currency',
      alter: showing((price) => ({ ...price, currency: 'USDC' })),
    },
    {
      name: 'states the currency in lower case',
      choice: 'currency',
      alter: showing((price) => ({ ...price, currency: 'usd' })),
    },
    {
      name: 'states the price in further units',
      choice: 'units',
      alter: showing((price) => ({ ...price, micro: 1, formatted: '$0.01', unit: 'call' })),
    },
    {
      name: 'adds fields to challenges',
      choice: 'more',
      alter: rewritten((body) => ({ code: 'PAYMENT_REQUIRED', docs: 'https://example.com', extensions: {}, ...body })),
    },
    {
      name: 'adds fields to `paymentInfo`',
      choice: 'info',
      alter: rewritten((body) => ({
        ...body,
        paymentInfo: { ...Object(body.paymentInfo), chainId: 8453, facilitator: 'x' },
      })),
    },
    {
      name: 'names the asset in `paymentInfo`',
      choice: 'info',
      alter: rewritten((body) => ({ ...body, paymentInfo: { ...Object(body.paymentInfo), asset: 'USDC' } })),
    },
    {
      name: 'states the version in `paymentInfo` as a string',
      choice: 'info',
      alter: rewritten((body) => ({ ...body, paymentInfo: { ...Object(body.paymentInfo), x402Version: '2' } })),
    },
    {
      name: 'adds fields to offers',
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
      name: 'adds fields to `extra` of offers',
      choice: 'extra',
      alter: offering((offer) => ({ ...offer, extra: { ...Object(offer.extra), decimals: 6, symbol: 'USDC' } })),
    },
    {
      name: 'names another EIP-712 domain and verifies payments under it',
      questions: ['asset-domain'],
      hosts: ['base', 'arc', 'test'],
      alter: underAnotherDomain,
    },
    {
      name: 'writes `payTo` in upper case',
      choice: 'payee',
      alter: offering((offer) => ({ ...offer, payTo: checksummed(offer.payTo) })),
    },
    {
      name: 'writes `asset` in lower case',
      choice: 'asset',
      // The letter case of an address on Solana has a meaning.
      hosts: ['base', 'arc', 'nano', 'test'],
      alter: offering((offer) => ({ ...offer, asset: String(offer.asset).toLowerCase() })),
    },
    {
      name: 'writes `asset` in upper case',
      choice: 'asset',
      alter: offering((offer) => ({ ...offer, asset: checksummed(offer.asset) })),
    },
    {
      name: 'encodes the offers alone in requirement headers',
      choice: 'carried',
      alter: carrying(({ accepts }) => accepts),
    },
    {
      name: 'omits `error` from requirement headers',
      choice: 'carried',
      alter: carrying(({ error: _, ...required }) => required),
    },
    {
      name: 'adds fields to requirement headers',
      choice: 'carried',
      alter: carrying((required) => ({ ...required, extensions: {}, price: '0.01' })),
    },
    {
      name: 'encodes indented JSON in requirement headers',
      choice: 'carried',
      alter: encoded((text) => Buffer.from(JSON.stringify(decodeJson(text), null, 2)).toString('base64')),
    },
    {
      name: 'encodes requirement headers without padding',
      choice: 'encoding',
      alter: encoded((text) => text.replace(/=+$/, '')),
    },
    {
      name: 'encodes requirement headers in base64url',
      choice: 'encoding',
      alter: encoded((text) => Buffer.from(text, 'base64').toString('base64url')),
    },
    {
      name: `sends ${authenticate} twice`,
      // Its two lines differ in case, so that an object holds both, until another variant writes them in one.
      choice: 'case',
      alter: changeResponses((answer) =>
        answer.status === 402
          ? { ...answer, headers: { ...answer.headers, [authenticateHeader]: 'Bearer realm="api"' } }
          : answer,
      ),
    },
    {
      name: 'offers Solana first for web searches',
      choice: 'www',
      hosts: ['base'],
      // Their payment supports Base or Solana (media-0892).
      alter: alsoOffering((offer) => [solanaOffer(offer), offer]),
    },
    {
      name: 'offers Solana last for web searches',
      choice: 'www',
      hosts: ['base'],
      alter: alsoOffering((offer) => [offer, solanaOffer(offer)]),
    },
    {
      name: 'encodes receipts in base64url',
      choice: 'encoding of receipts',
      alter: receipts((text) => Buffer.from(text, 'base64').toString('base64url')),
    },
    {
      name: 'encodes indented JSON in receipts',
      choice: 'encoding of receipts',
      alter: receipts((text) => Buffer.from(JSON.stringify(decodeJson(text), null, 2)).toString('base64')),
    },
    { name: `sends ${firstReceipt} alone`, choice: 'receipt', alter: leaving(secondReceipt) },
    {
      name: `sends ${secondReceipt} alone, except for inline images`,
      choice: 'receipt',
      // Of that answer alone the documents name one header of the two.
      alter: changeResponses((answer, { operation }) =>
        operation === 'generate-image' ? answer : { ...answer, headers: withoutHeaders(answer.headers, firstReceipt) },
      ),
    },
    {
      name: 'adds fields to receipts',
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
  ],
  ['base', 'solana', 'arc', 'nano', 'test'],
);
