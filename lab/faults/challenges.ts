import { interceptJson } from '../toolkit/interceptors.ts';
import type { Message } from '../toolkit/messages.ts';
import { defineFaults, type FaultDefinition } from './fault.ts';

/** A challenge whose body is another one; the headers that repeat it stay as they are. */
const challenge = (name: string, part: string, change: (body: Message) => unknown): FaultDefinition => ({
  name: `a challenge ${name}`,
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
  offering(`whose offers have no ${field}`, part, ({ [field]: _, ...offer }) => offer);

/** Challenges that lack one of their parts. */
export const challenges = defineFaults('challenges', [
  challenge('of the first version', 'version', (body) => ({ ...body, x402Version: 1 })),
  challenge('without offers', 'accepts', (body) => ({ ...body, accepts: [] })),
  offering('of another scheme', 'scheme', (offer) => ({ ...offer, scheme: 'upto' })),
  unoffered('asset', 'asset'),
  unoffered('payTo', 'pay-to'),
  unoffered('maxTimeoutSeconds', 'timeout'),
  challenge('with another error', 'error', (body) => ({ ...body, error: 'Payment needed' })),
  lacking('message', 'message'),
  challenge('whose price has no currency', 'price', ({ price, ...body }) => ({
    ...body,
    price: { ...price, currency: undefined },
  })),
  lacking('paymentInfo', 'payment-info'),
  challenge('whose breakdown is empty', 'extras', (body) => ({ ...body, price: { ...body.price, breakdown: {} } })),
]);
