import { interceptJson, interceptResponses } from '../toolkit/interceptors.ts';
import { parseBody, toLatin1 } from '../toolkit/messages.ts';
import { changePrice } from '../toolkit/prices.ts';
import { defineFaults } from './fault.ts';

const million = 1e6;

/** Amounts that went through binary floating point, or lost their unit. */
export const money = defineFaults('money', [
  {
    name: 'a price factor',
    rule: 'generate-image.price.amount',
    only: ['generate-image.*', 'payment.challenge.*'],
    alter: changePrice('generate-image', (amount) => ((amount - 1000n) * 106n) / 105n + 1000n),
  },
  {
    name: 'a search that is priced in binary floating point and rounded up',
    rule: 'search.price.amount',
    only: ['search.*', 'payment.challenge.*'],
    alter: changePrice('search', (_, { request }) =>
      BigInt(Math.ceil((Number(request.max_results) * 0.025 * 1.05 + 0.001) * million)),
    ),
  },
  {
    name: 'a search that is priced in binary floating point and cut',
    rule: 'search.price.amount',
    only: ['search.*', 'payment.challenge.*'],
    alter: changePrice('search', (_, { request }) =>
      BigInt(Math.trunc((Number(request.max_results) * 0.02625 + 0.001) * million)),
    ),
  },
  {
    name: 'an image price that is summed up in floats, image by image',
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
    name: 'prices that are rounded to cents',
    rule: 'search.price.amount',
    only: ['search.*', 'payment.challenge.*'],
    alter: changePrice('search', (amount) => ((amount + 5000n) / 10_000n) * 10_000n),
  },
  {
    name: 'prices that are cut to a tenth of a cent',
    rule: 'search.price.amount',
    only: ['search.*'],
    alter: changePrice('search', (amount) => (amount / 1000n) * 1000n),
  },
  {
    name: 'a margin that is rounded for each image',
    rule: 'generate-image.price.amount',
    only: ['generate-image.*'],
    alter: changePrice('generate-image', (amount, { request }) => {
      const n = BigInt(Number(request.n));
      const each = (amount - 1000n) / n;
      return ((each + 99n) / 100n) * 100n * n + 1000n;
    }),
  },
  {
    name: 'a price in the body that is shown as a double',
    rule: 'payment.challenge.amount-equals-price',
    only: ['payment.challenge.*', 'search.price.*'],
    intercept: interceptJson(402, (body) => {
      const amount = body.price && String(Number(body.price.amount) * 1.1 - Number(body.price.amount) * 0.1);
      return { ...body, price: { ...body.price, amount: Number(amount) + 1e-7 } };
    }),
  },
  {
    name: 'a price in the body that is rounded to cents',
    rule: 'payment.challenge.amount-equals-price',
    only: ['payment.challenge.*'],
    intercept: interceptJson(402, (body) => ({
      ...body,
      price: { ...body.price, amount: Number(body.price?.amount).toFixed(2) },
    })),
  },
  {
    name: 'amounts of a million and more with a separator',
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
    name: 'amounts with decimals',
    rule: 'payment.challenge.amount',
    only: ['payment.challenge.*'],
    intercept: interceptJson(402, (body) => ({
      ...body,
      accepts: body.accepts?.map((offer: { amount: string }) => ({ ...offer, amount: `${offer.amount}.0` })),
    })),
  },
  {
    name: 'amounts in USD where micro-USDC is meant',
    rule: 'payment.challenge.amount',
    only: ['payment.challenge.*'],
    intercept: interceptJson(402, (body) => ({
      ...body,
      accepts: body.accepts?.map((offer: object) => ({ ...offer, amount: body.price?.amount })),
    })),
  },
  {
    name: 'amounts in the scientific notation of a double',
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
    name: 'a price that is a hair above the exact one in a result',
    rule: 'image-inline.catalog-price',
    level: 'controlled',
    only: ['image-inline.*'],
    intercept: interceptJson(200, (body) =>
      body.price ? { ...body, price: { ...body.price, amount: String(Number(body.price.amount) + 1e-16 * 8) } } : body,
    ),
  },
  {
    name: 'a fee that is added again to a quote that holds it',
    rule: 'search.price.amount',
    only: ['search.*'],
    alter: changePrice('search', (amount) => amount + 1000n),
  },
  {
    name: 'a quote that forgets the fee above a dollar',
    rule: 'search.price.amount',
    only: ['search.*'],
    alter: changePrice('search', (amount) => (amount > 1_000_000n ? amount - 1000n : amount)),
  },
]);
