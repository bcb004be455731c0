import {
  interceptHeaders,
  interceptJson,
  interceptRequests,
  interceptRequirements,
  interceptResponses,
} from '../toolkit/interceptors.ts';
import { encodeJson, type Message, paymentOf, withHeaders } from '../toolkit/messages.ts';
import {
  asSpecified,
  authenticateHeader,
  otherPaymentHeader,
  receiptHeaders,
  requirementHeaders,
  signatureHeader,
  transactionHeader,
} from '../toolkit/payment-headers.ts';
import { defineFaults } from './fault.ts';

const [firstHeader = '', secondHeader = ''] = requirementHeaders;

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
    const carriers = [signatureHeader, otherPaymentHeader];
    const unread = request.headerNames.filter((name) => carriers.includes(name.toLowerCase()) && !right(name));
    const headers = Object.entries(request.headers).filter(
      ([name]) => !unread.some((other) => other.toLowerCase() === name),
    );
    return { ...request, headers: Object.fromEntries(headers) };
  });

/** Headers that are missing, repeated, misspelled, or contradict the body. */
export const headers = defineFaults('headers', [
  {
    name: 'raises the amount in the requirement headers above the body’s',
    rule: 'payment.challenge.header-agrees',
    only: ['payment.challenge.*'],
    intercept: interceptRequirements(requirementHeaders, dearer),
  },
  {
    name: `raises the amount in ${asSpecified(secondHeader)} alone`,
    rule: 'payment.challenge.header-agrees',
    only: ['payment.challenge.*'],
    intercept: interceptRequirements([secondHeader], dearer),
  },
  {
    name: `raises the amount in ${asSpecified(authenticateHeader)} alone`,
    rule: 'payment.challenge.www-authenticate',
    only: ['payment.challenge.*'],
    intercept: interceptRequirements([authenticateHeader], dearer),
  },
  {
    name: `names another payee in ${asSpecified(firstHeader)}`,
    rule: 'payment.challenge.header-agrees',
    only: ['payment.challenge.*'],
    intercept: interceptRequirements([firstHeader], (required) => ({
      ...required,
      accepts: required.accepts?.map((offer: object) => ({ ...offer, payTo: `0x${'1'.repeat(40)}` })),
    })),
  },
  {
    name: `states another maxTimeoutSeconds in ${asSpecified(firstHeader)}`,
    rule: 'payment.challenge.header-agrees',
    only: ['payment.challenge.*'],
    intercept: interceptRequirements([firstHeader], (required) => ({
      ...required,
      accepts: required.accepts?.map((offer: object) => ({ ...offer, maxTimeoutSeconds: 60 })),
    })),
  },
  {
    name: 'sends requirement headers as plain JSON instead of base64',
    rule: 'payment.challenge.header',
    only: ['payment.challenge.*'],
    intercept: interceptHeaders((headers) => {
      for (const name of requirementHeaders) {
        if (headers[name]) headers[name] = Buffer.from(String(headers[name]), 'base64').toString();
      }
    }),
  },
  {
    name: 'cuts requirement headers at 256 characters',
    rule: 'payment.challenge.header',
    only: ['payment.challenge.*'],
    intercept: interceptHeaders((headers) => {
      for (const name of requirementHeaders) {
        if (headers[name]) headers[name] = String(headers[name]).slice(0, 256);
      }
    }),
  },
  {
    name: 'sends each requirement header twice',
    rule: 'payment.challenge.header',
    only: ['payment.challenge.*'],
    intercept: interceptHeaders((headers) => {
      for (const name of requirementHeaders) {
        const value = headers[name];
        if (typeof value === 'string') headers[name] = [value, value];
      }
    }),
  },
  {
    name: 'encodes requirement headers in base64 twice',
    rule: 'payment.challenge.header',
    only: ['payment.challenge.*'],
    intercept: interceptRequirements(requirementHeaders, (required) => encodeJson(required)),
  },
  {
    name: 'omits requirement headers unless the client accepts JSON alone',
    rule: 'payment.challenge.header',
    only: ['payment.challenge.*'],
    intercept: interceptResponses((response, request) => {
      if (response.status !== 402 || request.headers.accept === 'application/json') return response;
      return { ...response, headers: { 'content-type': 'application/json' } };
    }),
  },
  {
    name: 'omits the breakdown of a chat price',
    rule: 'create-chat-completion.challenge.price.breakdown.required',
    only: ['create-chat-completion.challenge.*', 'create-chat-completion.price.*'],
    intercept: interceptJson(402, ({ price, ...body }) => ({ ...body, price: { ...price, breakdown: undefined } })),
  },
  {
    name: 'reads payment headers only when spelled in lower case',
    rule: 'payment.accepted.signature-header',
    level: 'paid',
    only: ['payment.accepted.*'],
    intercept: spelledOnly((name) => name === name.toLowerCase()),
  },
  {
    name: 'reads payment headers only when spelled as in the documents',
    rule: 'payment.accepted.signature-header',
    level: 'controlled',
    only: ['payment.accepted.*'],
    intercept: spelledOnly((name) => name === asSpecified(name.toLowerCase())),
  },
  {
    name: `ignores ${asSpecified(otherPaymentHeader)}`,
    rule: 'payment.accepted.x-payment',
    level: 'paid',
    only: ['payment.accepted.*'],
    intercept: spelledOnly((name) => name.toLowerCase() !== otherPaymentHeader),
  },
  {
    name: `omits ${asSpecified(transactionHeader)}`,
    rule: 'payment.receipt.transaction',
    level: 'paid',
    only: ['payment.receipt.*', 'generate-image.response.headers.*'],
    intercept: interceptHeaders((headers) => {
      delete headers[transactionHeader];
    }),
  },
  {
    name: 'omits receipts from expensive calls',
    rule: 'payment.receipt.response',
    level: 'controlled',
    only: ['payment.receipt.*'],
    intercept: interceptResponses((response, request) => {
      if (!/search|image2image|lookup/.test(request.url)) return response;
      return withHeaders(response, Object.fromEntries(receiptHeaders.map((name) => [name, undefined])));
    }),
  },
  {
    name: 'omits the receipt of the poll that settles',
    rule: 'payment.receipt.response',
    level: 'controlled',
    only: ['payment.receipt.*'],
    intercept: interceptResponses((response, request) => {
      if (request.method !== 'GET') return response;
      return withHeaders(response, Object.fromEntries(receiptHeaders.map((name) => [name, undefined])));
    }),
  },
  {
    name: 'reports a transaction that was never made',
    rule: 'payment.receipt.transaction',
    level: 'controlled',
    only: ['payment.receipt.*'],
    intercept: interceptHeaders((headers, { status }) => {
      if (status === 200 && headers[transactionHeader]) headers[transactionHeader] = `0x${'7'.repeat(64)}`;
    }),
  },
  {
    name: 'reports the transaction of the previous call',
    rule: 'payment.receipt.transaction',
    level: 'controlled',
    only: ['payment.receipt.*', 'payment.settled.*'],
    intercept: () => {
      let before: string | string[] | undefined;
      return async (request, forward) => {
        const response = await forward(request);
        const hash = response.headers[transactionHeader];
        if (!paymentOf(request) || hash === undefined) return response;
        const sent = before ?? hash;
        before = hash;
        return { ...response, headers: { ...response.headers, [transactionHeader]: sent } };
      };
    },
  },
  {
    name: 'states X-RateLimit-Reset in seconds instead of milliseconds',
    rule: 'list-models.errors.metadata-limit',
    level: 'controlled',
    only: ['list-models.errors.*'],
    intercept: interceptHeaders((headers, { status }) => {
      const name = 'x-ratelimit-reset';
      if (status === 429 && headers[name]) headers[name] = String(Math.ceil(Number(headers[name]) / 1000));
    }),
  },
  {
    name: 'omits X-RateLimit-Remaining from errors',
    host: 'account',
    rule: 'decide-counts-down.on-errors',
    level: 'controlled',
    only: ['decide*'],
    intercept: interceptHeaders((headers, { status }) => {
      if (status >= 400) delete headers['x-ratelimit-remaining'];
    }),
  },
  {
    name: 'always sends the same X-RateLimit-Remaining',
    host: 'account',
    rule: 'decide-counts-down.remaining',
    level: 'controlled',
    only: ['decide*'],
    intercept: interceptHeaders((headers) => {
      if (headers['x-ratelimit-remaining']) headers['x-ratelimit-remaining'] = '999';
    }),
  },
  {
    name: 'counts X-RateLimit-Remaining over all keys together',
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
