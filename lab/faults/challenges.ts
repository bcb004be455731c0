import { type Interception, interceptJson } from '../toolkit/interceptors.ts';
import type { Message } from '../toolkit/messages.ts';
import { defineFaults, type FaultDefinition } from './fault.ts';

/** A challenge with a changed body, while its headers stay right. */
const challenge = (name: string, part: string, change: (body: Message) => unknown): FaultDefinition => ({
  name: `sends a challenge ${name}`,
  rule: `payment.challenge.${part}`,
  only: ['payment.challenge.*'],
  intercept: interceptJson(402, change),
});

/** A challenge without a field. */
const lacking = (field: string, part: string) => challenge(`without ${field}`, part, ({ [field]: _, ...body }) => body);

/** A challenge with changed offers. */
const offering = (name: string, part: string, change: (offer: Readonly<Record<string, unknown>>) => unknown) =>
  challenge(name, part, (body) => ({ ...body, accepts: body.accepts?.map((offer) => change({ ...offer })) }));

const unoffered = (field: string, part: string) =>
  offering(`without ${field} in its offers`, part, ({ [field]: _, ...offer }) => offer);

/** The payment headers of the first challenge of each path, for every challenge of it. */
const keptHeaders: Interception = () => {
  const first = new Map<string, readonly (readonly [name: string, value: string | string[]])[]>();
  return async (request, forward) => {
    const response = await forward(request);
    if (response.status !== 402) return response;
    const own = Object.entries(response.headers).filter(([name]) => /payment-required$|authenticate$/i.test(name));
    const kept = first.get(request.url) ?? own;
    first.set(request.url, kept);
    return { ...response, headers: { ...response.headers, ...Object.fromEntries(kept) } };
  };
};

/** Challenges that lack a part, or have a part of another call. */
export const challenges = defineFaults('challenges', [
  challenge('of x402 version 1', 'version', (body) => ({ ...body, x402Version: 1 })),
  challenge('without offers', 'accepts', (body) => ({ ...body, accepts: [] })),
  offering('with another scheme', 'scheme', (offer) => ({ ...offer, scheme: 'upto' })),
  unoffered('asset', 'asset'),
  unoffered('payTo', 'pay-to'),
  unoffered('maxTimeoutSeconds', 'timeout'),
  {
    ...offering('without the payer of the fee', 'fee-payer', ({ extra, ...offer }) => ({
      ...offer,
      extra: { ...Object(extra), feePayer: undefined },
    })),
    host: 'solana',
  },
  challenge('with another error text', 'error', (body) => ({ ...body, error: 'Payment needed' })),
  lacking('message', 'message'),
  challenge('without the currency of its price', 'price', ({ price, ...body }) => ({
    ...body,
    price: { ...price, currency: undefined },
  })),
  lacking('paymentInfo', 'payment-info'),
  challenge('that names the network of another host', 'payment-info', ({ paymentInfo, ...body }) => ({
    ...body,
    paymentInfo: { ...Object(paymentInfo), network: 'eip155:1' },
  })),
  challenge('with an empty breakdown', 'extras', (body) => ({ ...body, price: { ...body.price, breakdown: {} } })),
  {
    name: 'sends a challenge of a background response with the window of jobs',
    rule: 'payment.challenge.window',
    only: ['payment.challenge.*'],
    intercept: interceptJson(402, ({ accepts, ...body }, request) => {
      const isLonger = request.body.includes('"background":true');
      return { ...body, accepts: accepts?.map((offer) => (isLonger ? { ...offer, maxTimeoutSeconds: 600 } : offer)) };
    }),
  },
  {
    name: 'keeps the headers of the first challenge of each path',
    rule: 'payment.challenge.header-agrees',
    only: ['payment.challenge.*'],
    intercept: keptHeaders,
  },
  {
    ...challenge('with offers on one network alone', 'several-networks', (body) => ({
      ...body,
      accepts: body.accepts?.slice(0, 1),
    })),
    host: 'nano',
  },
]);
