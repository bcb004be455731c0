import type { Parts } from '#gateway/start.ts';
import { withPayments } from '../toolkit/alter.ts';
import type { Front } from '../toolkit/front.ts';
import { type Described, family } from './fault.ts';
import { decoded, lenient, type Refused } from './house.ts';
import { claimAgain, claimedBy } from './settling.ts';
import { paymentOf } from './wire.ts';

const only = ['payment.replay.*', 'payment.settled.*'];

/** A used payment that buys again where it is spelled in another way. */
const respelled = (name: string, key: (refused: Refused) => unknown): Described => ({
  name,
  rule: 'payment.replay.respelled',
  level: 'paid',
  only,
  front: spellings(key),
});

/** Knows payments by a key of their spelling alone. */
function spellings(key: (refused: Refused) => unknown): (parts: Parts) => Front {
  return (parts) => {
    const known = new Set<string>();
    const leniently = lenient(
      (refused) => refused.code === 'PAYMENT_REPLAY' && !known.has(JSON.stringify(key(refused))),
    );
    const front = leniently(parts);
    return async (call, send) => {
      const answer = await front(call, send);
      const header = paymentOf(call);
      if (header === undefined || answer.status !== 200) return answer;
      known.add(JSON.stringify(key({ code: '', message: '', header, call, answer, payment: decoded(header) })));
      return answer;
    };
  };
}

/** Payments that buy a second call. */
export const replays = family('replays', [
  {
    name: 'a replay accepted',
    rule: 'payment.replay.claimed-once',
    level: 'paid',
    only: ['payment.*'],
    alter: withPayments((payments) => ({ open: (payment, fingerprint) => claimAgain(payments, payment, fingerprint) })),
  },
  {
    name: 'a replay accepted in the other header',
    rule: 'payment.replay.claimed-once',
    level: 'paid',
    only,
    front: lenient(({ code, call }) => code === 'PAYMENT_REPLAY' && call.headers['payment-signature'] === undefined),
  },
  {
    name: 'a replay accepted on every third try',
    rule: 'payment.replay.respelled',
    level: 'paid',
    only,
    front: (parts) => {
      let tries = 0;
      return lenient(({ code }) => {
        tries += code === 'PAYMENT_REPLAY' ? 1 : 0;
        return code === 'PAYMENT_REPLAY' && tries % 3 === 0;
      })(parts);
    },
  },
  respelled('a payment that is known by the text of its header', ({ header }) => header),
  respelled('a payment that is known by its bytes', ({ header }) => Buffer.from(header, 'base64').toString()),
  respelled('a payment that is known by its JSON', ({ payment }) => payment),
  respelled('a payment that is known by its payer as it was spelled', ({ payment }) => {
    const { from, nonce } = payment.payload?.authorization ?? {};
    return [from, String(nonce).toLowerCase()];
  }),
  respelled(
    'a payment that is known by its nonce as it was spelled',
    ({ payment }) => payment.payload?.authorization?.nonce,
  ),
  respelled('a payment that is known by header and text', ({ call, header }) => [
    call.headers['payment-signature'] === undefined,
    header,
  ]),
  {
    name: 'a payment that is known by its signature',
    rule: 'payment.replay.respelled',
    level: 'paid',
    only,
    alter: claimedBy(({ proof }) => String(proof.signature)),
  },
  {
    name: 'a payment that is known by its nonce and its end',
    rule: 'payment.replay.respelled',
    level: 'paid',
    only,
    alter: claimedBy(({ nonce, validBefore }) => `${nonce} ${validBefore}`),
  },
  {
    name: 'a payment that is known by its request',
    rule: 'payment.replay.elsewhere',
    level: 'paid',
    only,
    alter: claimedBy(({ nonce }, fingerprint) => `${nonce} ${fingerprint}`),
  },
  {
    name: 'a payment that is forgotten after the next one',
    rule: 'payment.replay.remembered',
    level: 'paid',
    only,
    alter: withPayments((payments) => {
      let last = '';
      return {
        open(payment, fingerprint) {
          const again = payment.nonce === last;
          last = payment.nonce;
          return again ? payments.open(payment, fingerprint) : claimAgain(payments, payment, fingerprint);
        },
      };
    }),
  },
  {
    name: 'a payment that is forgotten after a minute',
    rule: 'payment.replay.remembered',
    level: 'controlled',
    only,
    alter: withPayments((payments, { services }) => {
      const claimed = new Map<string, number>();
      return {
        open(payment, fingerprint) {
          const now = services.clock.now();
          const before = claimed.get(payment.nonce);
          claimed.set(payment.nonce, now);
          const forgotten = before === undefined || now - before > 60_000;
          return forgotten ? claimAgain(payments, payment, fingerprint) : payments.open(payment, fingerprint);
        },
      };
    }),
  },
]);
