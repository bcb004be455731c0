import type { Parts } from '#gateway/start.ts';
import { decodeHeader, paymentOf } from '../toolkit/messages.ts';
import { asSpecified, codeOf, otherPaymentHeader, signatureHeader } from '../toolkit/payment-headers.ts';
import type { Interceptor } from '../toolkit/proxy.ts';
import { overridePayments } from '../toolkit/services.ts';
import { defineFaults, type FaultDefinition } from './fault.ts';
import { acceptRejected, type RejectedPayment } from './lenient.ts';
import { claimAgain, claimedBy, settlesClaim } from './settling.ts';

const only = ['payment.replay.*', 'payment.settled.*'];

/** A used payment that buys again when it is spelled differently. */
const respelled = (name: string, key: (rejected: RejectedPayment) => unknown): FaultDefinition => ({
  name,
  rule: 'payment.replay.respelled',
  level: 'paid',
  only,
  intercept: spellings(key),
});

/** Identifies payments only by their spelling. */
function spellings(key: (rejected: RejectedPayment) => unknown): (parts: Parts) => Interceptor {
  return (parts) => {
    const known = new Set<string>();
    const intercept = acceptRejected(
      (rejected) => rejected.code === codeOf('used') && !known.has(JSON.stringify(key(rejected))),
    )(parts);
    return async (request, forward) => {
      const response = await intercept(request, forward);
      const header = paymentOf(request);
      if (header === undefined || response.status !== 200) return response;
      known.add(
        JSON.stringify(key({ code: '', message: '', header, request, response, payment: decodeHeader(header) })),
      );
      return response;
    };
  };
}

/** Payments that buy a second call. */
export const replays = defineFaults('replays', [
  {
    name: 'accepts replays',
    rule: 'payment.replay.claimed-once',
    level: 'paid',
    only: ['payment.*'],
    alter: overridePayments((payments) => ({
      ...settlesClaim(payments),
      open: (payment, fingerprint, reuse) => claimAgain(payments, payment, fingerprint, reuse),
    })),
  },
  {
    name: `accepts a replay in ${asSpecified(otherPaymentHeader)}`,
    rule: 'payment.replay.claimed-once',
    level: 'paid',
    only,
    intercept: acceptRejected(
      ({ code, request }) => code === codeOf('used') && request.headers[signatureHeader] === undefined,
    ),
  },
  {
    name: 'accepts every third replay',
    rule: 'payment.replay.respelled',
    level: 'paid',
    only,
    intercept: (parts) => {
      let tries = 0;
      return acceptRejected(({ code }) => {
        tries += code === codeOf('used') ? 1 : 0;
        return code === codeOf('used') && tries % 3 === 0;
      })(parts);
    },
  },
  respelled('recognizes replays by the text of the header', ({ header }) => header),
  respelled('recognizes replays by the decoded header', ({ header }) => Buffer.from(header, 'base64').toString()),
  respelled('recognizes replays by the JSON value', ({ payment }) => payment),
  respelled('recognizes replays by a case-sensitive payer address', ({ payment }) => {
    const { from, nonce } = payment.payload?.authorization ?? {};
    return [from, String(nonce).toLowerCase()];
  }),
  respelled('recognizes replays by a case-sensitive nonce', ({ payment }) => payment.payload?.authorization?.nonce),
  respelled('recognizes replays by header name and text', ({ request, header }) => [
    request.headers[signatureHeader] === undefined,
    header,
  ]),
  {
    name: 'recognizes replays by the signature',
    rule: 'payment.replay.respelled',
    level: 'paid',
    only,
    alter: claimedBy(({ proof }) => String(proof.signature)),
  },
  {
    name: 'recognizes replays by nonce and validBefore',
    rule: 'payment.replay.respelled',
    level: 'paid',
    only,
    alter: claimedBy(({ nonce, validBefore }) => `${nonce} ${validBefore}`),
  },
  {
    name: 'recognizes replays only of the same request',
    rule: 'payment.replay.elsewhere',
    level: 'paid',
    only,
    alter: claimedBy(({ nonce }, fingerprint) => `${nonce} ${fingerprint}`),
  },
  {
    name: 'forgets a payment after the next one',
    rule: 'payment.replay.remembered',
    level: 'paid',
    only,
    alter: overridePayments((payments) => {
      let last = '';
      return {
        ...settlesClaim(payments),
        open(payment, fingerprint, reuse) {
          const again = payment.nonce === last;
          last = payment.nonce;
          return again ? payments.open(payment, fingerprint, reuse) : claimAgain(payments, payment, fingerprint, reuse);
        },
      };
    }),
  },
  {
    name: 'forgets a payment after a minute',
    rule: 'payment.replay.remembered',
    level: 'controlled',
    only,
    alter: overridePayments((payments, { services }) => {
      const claimed = new Map<string, number>();
      return {
        ...settlesClaim(payments),
        open(payment, fingerprint, reuse) {
          const now = services.clock.now();
          const before = claimed.get(payment.nonce);
          claimed.set(payment.nonce, now);
          const forgotten = before === undefined || now - before > 60_000;
          return forgotten
            ? claimAgain(payments, payment, fingerprint, reuse)
            : payments.open(payment, fingerprint, reuse);
        },
      };
    }),
  },
]);
