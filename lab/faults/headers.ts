import {
  interceptHeaders,
  interceptJson,
  interceptRequests,
  interceptRequirements,
  interceptResponses,
} from '../toolkit/interceptors.ts';
import { encodeJson } from '../toolkit/json.ts';
import { type Message, paymentOf } from '../toolkit/messages.ts';
import { defineFaults } from './fault.ts';

/** Adds one to every amount of a requirement. */
const dearer = (required: Message) => ({
  ...required,
  accepts: required.accepts?.map((offer: { amount: string }) => ({
    ...offer,
    amount: String(BigInt(offer.amount) + 1n),
  })),
});

/** Drops a payment header that is not spelled in this way. */
const spelledOnly = (right: (name: string) => boolean) =>
  interceptRequests((request) => {
    const unread = request.headerNames.filter((name) => /^(payment-signature|x-payment)$/i.test(name) && !right(name));
    const headers = Object.entries(request.headers).filter(
      ([name]) => !unread.some((other) => other.toLowerCase() === name),
    );
    return { ...request, headers: Object.fromEntries(headers) };
  });

/** Headers that are missing, doubled, misspelled or say something else than the body. */
export const headers = defineFaults('headers', [
  {
    name: 'requirement headers that differ from the body',
    rule: 'payment.challenge.header-agrees',
    only: ['payment.challenge.*'],
    intercept: interceptRequirements(['payment-required', 'x-payment-required'], dearer),
  },
  {
    name: 'one requirement header that differs from the other',
    rule: 'payment.challenge.header-agrees',
    only: ['payment.challenge.*'],
    intercept: interceptRequirements(['x-payment-required'], dearer),
  },
  {
    name: 'a WWW-Authenticate whose requirements are others',
    rule: 'payment.challenge.www-authenticate',
    only: ['payment.challenge.*'],
    intercept: interceptRequirements(['www-authenticate'], dearer),
  },
  {
    name: 'requirement headers of another payee',
    rule: 'payment.challenge.header-agrees',
    only: ['payment.challenge.*'],
    intercept: interceptRequirements(['payment-required'], (required) => ({
      ...required,
      accepts: required.accepts?.map((offer: object) => ({ ...offer, payTo: `0x${'1'.repeat(40)}` })),
    })),
  },
  {
    name: 'requirement headers of the window before',
    rule: 'payment.challenge.header-agrees',
    only: ['payment.challenge.*'],
    intercept: interceptRequirements(['payment-required'], (required) => ({
      ...required,
      accepts: required.accepts?.map((offer: object) => ({ ...offer, maxTimeoutSeconds: 60 })),
    })),
  },
  {
    name: 'requirement headers in plain JSON',
    rule: 'payment.challenge.header',
    only: ['payment.challenge.*'],
    intercept: interceptHeaders((headers) => {
      for (const name of ['payment-required', 'x-payment-required']) {
        if (headers[name]) headers[name] = Buffer.from(String(headers[name]), 'base64').toString();
      }
    }),
  },
  {
    name: 'requirement headers that are cut at a length',
    rule: 'payment.challenge.header',
    only: ['payment.challenge.*'],
    intercept: interceptHeaders((headers) => {
      for (const name of ['payment-required', 'x-payment-required']) {
        if (headers[name]) headers[name] = String(headers[name]).slice(0, 256);
      }
    }),
  },
  {
    name: 'requirement headers that are sent twice',
    rule: 'payment.challenge.header',
    only: ['payment.challenge.*'],
    intercept: interceptHeaders((headers) => {
      for (const name of ['payment-required', 'x-payment-required']) {
        const value = headers[name];
        if (typeof value === 'string') headers[name] = [value, value];
      }
    }),
  },
  {
    name: 'requirement headers that are encoded twice',
    rule: 'payment.challenge.header',
    only: ['payment.challenge.*'],
    intercept: interceptRequirements(['payment-required', 'x-payment-required'], (required) => encodeJson(required)),
  },
  {
    name: 'a challenge without headers where the caller takes HTML',
    rule: 'payment.challenge.header',
    only: ['payment.challenge.*'],
    intercept: interceptResponses((response, request) => {
      if (response.status !== 402 || request.headers.accept === 'application/json') return response;
      return { ...response, headers: { 'content-type': 'application/json' } };
    }),
  },
  {
    name: 'a missing breakdown',
    rule: 'create-chat-completion.challenge.price.breakdown.required',
    only: ['create-chat-completion.challenge.*', 'create-chat-completion.price.*'],
    intercept: interceptJson(402, ({ price, ...body }) => ({ ...body, price: { ...price, breakdown: undefined } })),
  },
  {
    name: 'a payment header that is read in lower case alone',
    rule: 'payment.accepted.signature-header',
    level: 'paid',
    only: ['payment.accepted.*'],
    intercept: spelledOnly((name) => name === name.toLowerCase()),
  },
  {
    name: 'a payment header that is read in the case of the documents alone',
    rule: 'payment.accepted.signature-header',
    level: 'controlled',
    only: ['payment.accepted.*'],
    intercept: spelledOnly((name) => name === 'PAYMENT-SIGNATURE' || name === 'X-Payment'),
  },
  {
    name: 'an X-Payment that nobody reads',
    rule: 'payment.accepted.x-payment',
    level: 'paid',
    only: ['payment.accepted.*'],
    intercept: spelledOnly((name) => name.toLowerCase() !== 'x-payment'),
  },
  {
    name: 'a receipt without its transaction',
    rule: 'payment.receipt.transaction',
    level: 'paid',
    only: ['payment.receipt.*', 'generate-image.response.headers.*'],
    intercept: interceptHeaders((headers) => {
      delete headers['x-payment-receipt'];
    }),
  },
  {
    name: 'a receipt that is left out of dear calls',
    rule: 'payment.receipt.response',
    level: 'controlled',
    only: ['payment.receipt.*'],
    intercept: interceptResponses((response, request) => {
      if (!/search|image2image|lookup/.test(request.url)) return response;
      const { 'payment-response': _own, 'x-payment-response': _other, ...kept } = response.headers;
      return { ...response, headers: kept };
    }),
  },
  {
    name: 'a transaction that is the nonce of the payment',
    rule: 'payment.receipt.transaction',
    level: 'controlled',
    only: ['payment.receipt.*'],
    intercept: interceptHeaders((headers, { status }) => {
      if (status === 200 && headers['x-payment-receipt']) headers['x-payment-receipt'] = `0x${'7'.repeat(64)}`;
    }),
  },
  {
    name: 'the transaction of the call before',
    rule: 'payment.receipt.transaction',
    level: 'controlled',
    only: ['payment.receipt.*', 'payment.settled.*'],
    intercept: () => {
      let before: string | string[] | undefined;
      return async (request, forward) => {
        const response = await forward(request);
        const hash = response.headers['x-payment-receipt'];
        if (!paymentOf(request) || hash === undefined) return response;
        const told = before ?? hash;
        before = hash;
        return { ...response, headers: { ...response.headers, 'x-payment-receipt': told } };
      };
    },
  },
  {
    name: 'a reset in seconds where milliseconds are meant',
    rule: 'list-models.errors.metadata-limit',
    level: 'controlled',
    only: ['list-models.errors.*'],
    intercept: interceptHeaders((headers, { status }) => {
      const name = 'x-ratelimit-reset';
      if (status === 429 && headers[name]) headers[name] = String(Math.ceil(Number(headers[name]) / 1000));
    }),
  },
  {
    name: 'remaining calls that errors do not tell',
    host: 'account',
    rule: 'decide-counts-down.on-errors',
    level: 'controlled',
    only: ['decide*'],
    intercept: interceptHeaders((headers, { status }) => {
      if (status >= 400) delete headers['x-ratelimit-remaining'];
    }),
  },
  {
    name: 'remaining calls that stay the same',
    host: 'account',
    rule: 'decide-counts-down.remaining',
    level: 'controlled',
    only: ['decide*'],
    intercept: interceptHeaders((headers) => {
      if (headers['x-ratelimit-remaining']) headers['x-ratelimit-remaining'] = '999';
    }),
  },
  {
    name: 'remaining calls that are those of all keys together',
    host: 'account',
    rule: 'decide-per-key.remaining',
    level: 'controlled',
    only: ['decide*', 'limits.decisions.*'],
    intercept: () => {
      let made = 0;
      return async (request, forward) => {
        const response = await forward(request);
        if (!response.headers['x-ratelimit-remaining']) return response;
        made += 1;
        return { ...response, headers: { ...response.headers, 'x-ratelimit-remaining': String(1000 - (made % 1000)) } };
      };
    },
  },
]);
