import { interceptJson } from '../toolkit/interceptors.ts';
import type { Message } from '../toolkit/messages.ts';
import { defineFaults, type FaultDefinition } from './fault.ts';

/** A challenge with a changed body; the headers that repeat it stay as they are. */
const challenge = (name: string, part: string, change: (body: Message) => unknown): FaultDefinition => ({
  name: `sends a challenge ${name}`,
  rule: `payment.challenge.${part}`,
  only: ['payment.challenge.*'],
  intercept: interceptJson(402, change),
});

/** A challenge without a field. */
const lacking = (field: string, part: string) => challenge(`without ${field}`, part, ({ [field]: _, ...body }) => body);

/** A challenge in whose offers something is different. */
const offering = (name: string, part: string, change: (offer: Readonly<Record<string, unknown>>) => unknown) =>
  challenge(name, part, (body) => ({ ...body, accepts: body.accepts?.map((offer) => change({ ...offer })) }));

const unoffered = (field: string, part: string) =>
  offering(`without ${field} in its offers`, part, ({ [field]: _, ...offer }) => offer);

/** Challenges that lack one of their parts. */
export const challenges = defineFaults('challenges', [
  challenge('of x402 version 1', 'version', (body) => ({ ...body, x402Version: 1 })),
  challenge('without offers', 'accepts', (body) => ({ ...body, accepts: [] })),
  offering('with another scheme', 'scheme', (offer) => ({ ...offer, scheme: 'upto' })),
  unoffered('asset', 'asset'),
  unoffered('payTo', 'pay-to'),
  unoffered('maxTimeoutSeconds', 'timeout'),
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
    ...challenge('with offers on one network alone', 'several-networks', (body) => ({
      ...body,
      accepts: body.accepts?.slice(0, 1),
    })),
    host: 'nano',
  },
]);
