import { isObject } from '@tollwright/runtime/values/json';
import { interceptJson, interceptResponses } from '../toolkit/interceptors.ts';
import { type JsonObject, objectsIn, parseBody, toLatin1 } from '../toolkit/messages.ts';
import { changePrice, type Reprice } from '../toolkit/routes.ts';
import { defineFaults, type FaultDefinition } from './fault.ts';

const million = 1e6;

const fee = 1000n;
const texts = ['create-chat-completion', 'create-chat-completion-for-model', 'create-message', 'create-response'];

/** A quote for tokens that is not their number times the published rates, plus the fee. */
const tokens = (name: string, operation: string, rule: string, change: Reprice): FaultDefinition => ({
  name: `${name} for ${operation}`,
  rule: `quote.tokens.${rule}`,
  only: ['quote.tokens.*'],
  alter: changePrice([operation], change),
});

/** A quote in which a part of the prompt costs nothing; `counted` returns the request without that part. */
const uncounted = (
  part: string,
  operation: string,
  story: string,
  counted: (request: JsonObject) => JsonObject,
): FaultDefinition => ({
  name: `quotes ${part} as nothing for ${operation}`,
  rule: `${story}.counted`,
  only: ['quote.tokens.*', `${story}.*`],
  alter: changePrice(
    operation,
    (_, input, quote) => quote({ ...input, request: counted(input.request) } as never).amount,
  ),
});

/** Amounts that were rounded by binary floating point, or have the wrong unit. */
export const money = defineFaults('money', [
  {
    name: 'applies a wrong margin to image prices',
    rule: 'generate-image.price.amount',
    only: ['generate-image.*', 'payment.challenge.*'],
    alter: changePrice('generate-image', (amount) => ((amount - 1000n) * 106n) / 105n + 1000n),
  },
  {
    name: 'prices searches in floating point, rounded up',
    rule: 'search.price.amount',
    only: ['search.*', 'payment.challenge.*'],
    alter: changePrice('search', (_, { request }) =>
      BigInt(Math.ceil((Number(request.max_results) * 0.025 * 1.05 + 0.001) * million)),
    ),
  },
  {
    name: 'prices searches in floating point, truncated',
    rule: 'search.price.amount',
    only: ['search.*', 'payment.challenge.*'],
    alter: changePrice('search', (_, { request }) =>
      BigInt(Math.trunc((Number(request.max_results) * 0.02625 + 0.001) * million)),
    ),
  },
  {
    name: 'sums image prices in floating point, image by image',
    rule: 'generate-image.price.amount',
    only: ['generate-image.*'],
    alter: changePrice('generate-image', (amount, { request }) => {
      const each = Number(amount - 1000n) / million / Number(request.n);
      let sum = 0.001;
      for (let image = 0; image < Number(request.n); image += 1) sum += each;
      return BigInt(Math.ceil(sum * million));
    }),
  },
  {
    name: 'quotes speech by its bytes',
    rule: 'synthesize-speech.price.amount',
    only: ['synthesize-speech.price.*'],
    alter: changePrice('synthesize-speech', (amount, { request }) => {
      const text = String(request.input);
      return (amount * BigInt(Buffer.byteLength(text))) / BigInt(text.length);
    }),
  },
  {
    name: 'rounds prices to cents',
    rule: 'search.price.amount',
    only: ['search.*', 'payment.challenge.*'],
    alter: changePrice('search', (amount) => ((amount + 5000n) / 10_000n) * 10_000n),
  },
  {
    name: 'truncates prices to a tenth of a cent',
    rule: 'search.price.amount',
    only: ['search.*'],
    alter: changePrice('search', (amount) => (amount / 1000n) * 1000n),
  },
  {
    name: 'rounds the margin for each image',
    rule: 'generate-image.price.amount',
    only: ['generate-image.*'],
    alter: changePrice('generate-image', (amount, { request }) => {
      const n = BigInt(Number(request.n));
      const each = (amount - 1000n) / n;
      return ((each + 99n) / 100n) * 100n * n + 1000n;
    }),
  },
  {
    name: 'states the USD price one micro-USDC too high',
    rule: 'payment.challenge.amount-equals-price',
    only: ['payment.challenge.*', 'search.price.*'],
    intercept: interceptJson(402, (body) => ({
      ...body,
      price: { ...body.price, amount: (Number(body.price?.amount) + 1e-6).toFixed(6) },
    })),
  },
  {
    name: 'rounds the stated USD price to cents',
    rule: 'payment.challenge.amount-equals-price',
    only: ['payment.challenge.*'],
    intercept: interceptJson(402, (body) => ({
      ...body,
      price: { ...body.price, amount: Number(body.price?.amount).toFixed(2) },
    })),
  },
  {
    name: 'writes amounts with thousands separators',
    rule: 'search.price.amount',
    only: ['search.*'],
    intercept: interceptResponses((response) => {
      const body = response.status === 402 ? parseBody(response) : undefined;
      const amount = Number(body?.accepts?.[0]?.amount);
      if (!(amount >= million)) return response;
      return {
        ...response,
        body: toLatin1(JSON.stringify(body).replaceAll(`"${amount}"`, `"${amount.toLocaleString('en-US')}"`)),
      };
    }),
  },
  {
    name: 'writes amounts with decimals',
    rule: 'payment.challenge.amount',
    only: ['payment.challenge.*'],
    intercept: interceptJson(402, (body) => ({
      ...body,
      accepts: body.accepts?.map((offer: { amount: string }) => ({ ...offer, amount: `${offer.amount}.0` })),
    })),
  },
  {
    name: 'states amounts in USD instead of micro-USDC',
    rule: 'payment.challenge.amount',
    only: ['payment.challenge.*'],
    intercept: interceptJson(402, (body) => ({
      ...body,
      accepts: body.accepts?.map((offer: object) => ({ ...offer, amount: body.price?.amount })),
    })),
  },
  {
    name: 'writes amounts in scientific notation',
    rule: 'payment.challenge.amount',
    only: ['payment.challenge.*'],
    intercept: interceptJson(402, (body) => ({
      ...body,
      accepts: body.accepts?.map((offer: { amount: string }) => ({
        ...offer,
        amount: Number(offer.amount).toExponential(),
      })),
    })),
  },
  {
    name: 'adds a floating-point error to the price of a result',
    rule: 'image-inline.catalog-price',
    level: 'controlled',
    only: ['image-inline.*'],
    intercept: interceptJson(200, (body) =>
      body.price ? { ...body, price: { ...body.price, amount: String(Number(body.price.amount) + 1e-16 * 8) } } : body,
    ),
  },
  {
    name: 'adds the fee twice to search prices',
    rule: 'search.price.amount',
    only: ['search.*'],
    alter: changePrice('search', (amount) => amount + 1000n),
  },
  {
    name: 'omits the fee of search prices above one dollar',
    rule: 'search.price.amount',
    only: ['search.*'],
    alter: changePrice('search', (amount) => (amount > 1_000_000n ? amount - 1000n : amount)),
  },
  ...texts.flatMap((operation) => [
    tokens('quotes a margin of 5 percent', operation, 'rates', (amount) => ((amount - fee) * 105n) / 100n + fee),
    tokens('quotes the fee twice', operation, 'fee', (amount) => amount + fee),
    tokens('quotes no fee', operation, 'fee', (amount) => amount - fee),
    tokens('quotes ten times the price', operation, 'rates', (amount) => amount * 10n),
    tokens('rounds quotes up to cents', operation, 'rates', (amount) => ((amount + 9_999n) / 10_000n) * 10_000n),
  ]),
  {
    ...tokens(
      'hides a margin of 5 percent in the breakdown',
      'create-message',
      'rates',
      (amount) => ((amount - fee) * 105n) / 100n + fee,
    ),
    intercept: interceptJson(402, (body) => {
      const price: Readonly<Record<string, unknown>> = body.price ?? {};
      const { breakdown } = price;
      if (!isObject(breakdown)) return body;
      const dearer = (cost: unknown) => (Number(cost) * 1.05).toFixed(8);
      const costs = { inputCost: dearer(breakdown.inputCost), outputCost: dearer(breakdown.outputCost) };
      return { ...body, price: { ...price, breakdown: { ...breakdown, ...costs } } };
    }),
  },
  {
    ...tokens('exchanges both costs of the breakdown', 'create-chat-completion', 'fee', (amount) => amount),
    intercept: interceptJson(402, (body) => {
      const price: Readonly<Record<string, unknown>> = body.price ?? {};
      if (!isObject(price.breakdown)) return body;
      const { inputCost, outputCost, ...rest } = price.breakdown;
      return { ...body, price: { ...price, breakdown: { ...rest, inputCost: outputCost, outputCost: inputCost } } };
    }),
  },
  {
    ...tokens('quotes the fee twice without a breakdown', 'create-response', 'fee', (amount) => amount + fee),
    intercept: interceptJson(402, ({ price, ...body }) => ({ ...body, price: { ...price, breakdown: undefined } })),
  },
  {
    name: 'quotes one model of many at twice its rates',
    rule: 'quote.tokens.rates',
    only: ['quote.tokens.*'],
    alter: changePrice(texts, (amount, { request }) =>
      String(request.model).endsWith('4o-mini') ? (amount - fee) * 2n + fee : amount,
    ),
  },
  {
    name: 'quotes a chat a tenth of a cent more for each sampling parameter',
    rule: 'quote.tokens.text',
    only: ['quote.tokens.*'],
    alter: changePrice('create-chat-completion', (amount, { request }) =>
      ['temperature', 'top_p'].some((name) => name in request) ? amount + 1000n : amount,
    ),
  },
  uncounted('system messages', 'create-chat-completion', 'chat-prompt-places', (request) => ({
    ...request,
    messages: objectsIn(request.messages).filter(({ role }) => role !== 'system'),
  })),
  uncounted('system instructions', 'create-message', 'message-prompt-places', ({ system: _, ...request }) => request),
  uncounted('content blocks', 'create-message', 'message-prompt-places', (request) => ({
    ...request,
    messages: objectsIn(request.messages).filter(({ content }) => typeof content === 'string'),
  })),
  uncounted('instructions', 'create-response', 'response-prompt-places', ({ instructions: _, ...request }) => request),
]);
