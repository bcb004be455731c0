import { Problem } from '@tollwright/runtime/operation/problem';
import { PaymentProblem } from '@tollwright/runtime/x402/refusal';
import { wrapHandlers } from '../toolkit/handlers.ts';
import { codeOf, signatureHeader } from '../toolkit/payment-headers.ts';
import { overridePayments, randomNonce } from '../toolkit/services.ts';
import { defineFaults } from './fault.ts';
import { acceptRejected } from './lenient.ts';
import { claimAgain, moved, settlesClaim } from './settling.ts';

/** Calls that race each other. */
export const concurrency = defineFaults('concurrency', [
  {
    name: 'reads a claim before it writes it, without a lock',
    rule: 'payment.replay.raced',
    level: 'paid',
    only: ['payment.*'],
    alter: overridePayments((payments) => {
      const taken = new Set<string>();
      return {
        ...settlesClaim(payments),
        async open(payment, fingerprint, reuse) {
          const known = taken.has(payment.nonce);
          await new Promise((resolve) => setImmediate(resolve));
          taken.add(payment.nonce);
          return known ? payments.open(payment, fingerprint, reuse) : claimAgain(payments, payment, fingerprint, reuse);
        },
      };
    }),
  },
  {
    name: 'lets the eleventh concurrent use of a payment through',
    rule: 'payment.replay.raced',
    level: 'paid',
    only: ['payment.*'],
    alter: overridePayments((payments) => {
      const racers = new Map<string, number>();
      return {
        open(payment, fingerprint, reuse) {
          const racer = (racers.get(payment.nonce) ?? 0) + 1;
          racers.set(payment.nonce, racer);
          return racer === 11
            ? payments.open({ ...payment, nonce: randomNonce() }, fingerprint, reuse)
            : payments.open(payment, fingerprint, reuse);
        },
      };
    }),
  },
  {
    name: 'refuses a payment whose call is in progress as invalid',
    rule: 'payment.replay.raced',
    level: 'paid',
    only: ['payment.*'],
    alter: overridePayments((payments) => ({
      async open(payment, fingerprint, reuse) {
        try {
          return await payments.open(payment, fingerprint, reuse);
        } catch (error) {
          const isInProgress = error instanceof Problem && error.headers['Retry-After'] !== undefined;
          throw isInProgress ? new PaymentProblem('signature') : error;
        }
      },
    })),
  },
  {
    name: 'lets a replay take over the claim of the call in progress',
    rule: 'payment.replay.raced',
    level: 'paid',
    only: ['payment.*'],
    alter: overridePayments((payments) => {
      const open = new Set<string>();
      return {
        async open(payment, fingerprint, reuse) {
          const busy = open.has(payment.nonce);
          open.add(payment.nonce);
          return busy ? claimAgain(payments, payment, fingerprint, reuse) : payments.open(payment, fingerprint, reuse);
        },
        async settle(claim, call, usage) {
          const end = await settlesClaim(payments).settle(claim, call, usage);
          if (call.payment) open.delete(call.payment.nonce);
          return end;
        },
      };
    }),
  },
  {
    name: 'settles twice under twenty concurrent polls',
    rule: 'image-slow.settles-once',
    level: 'controlled',
    only: ['image-slow.*', 'image-job.*'],
    alter: overridePayments((payments, parts) => ({
      settle: async (claim, call, usage) => {
        const end = await payments.settle(claim, call, usage);
        if (call.payment && call.route.auth === 'wallet') await moved(parts, claim, call);
        return end;
      },
    })),
  },
  {
    name: 'settles in each concurrent poll that finds no settlement recorded',
    rule: 'image-slow.settles-once',
    level: 'controlled',
    only: ['image-slow.*', 'image-job.*', 'payment.settled.*'],
    alter: overridePayments((payments, parts) => {
      const recorded = new Set<string>();
      return {
        async settle(claim, call, usage) {
          const first = !recorded.has(claim);
          await new Promise((resolve) => setImmediate(resolve));
          const end = await payments.settle(claim, call, usage);
          if (first && !end.first) await moved(parts, claim, call);
          recorded.add(claim);
          return end;
        },
      };
    }),
  },
  {
    name: 'settles the latest payment for whichever call ends first',
    rule: 'payment.settled.concurrently',
    level: 'controlled',
    only: ['payment.*'],
    alter: overridePayments((payments) => {
      let last: string | undefined;
      return {
        async open(payment, fingerprint, reuse) {
          const claim = await payments.open(payment, fingerprint, reuse);
          last = claim.id;
          return claim;
        },
        async settle(claim, call, usage) {
          await new Promise((resolve) => setImmediate(resolve));
          return payments.settle(last ?? claim, call, usage);
        },
      };
    }),
  },
  {
    name: 'does not settle a call while another is being settled',
    rule: 'payment.settled.concurrently',
    level: 'controlled',
    only: ['payment.*'],
    alter: overridePayments((payments) => {
      let settling = 0;
      return {
        async settle(claim, call, usage) {
          settling += 1;
          await new Promise((resolve) => setTimeout(resolve, 5));
          const alone = settling === 1;
          settling -= 1;
          if (alone || !call.payment) return payments.settle(claim, call, usage);
          const { network, payer } = call.payment;
          return { txHash: randomNonce(), network, payer, first: true };
        },
      };
    }),
  },
  {
    name: 'loses the usage row of overlapping calls of a key',
    host: 'account',
    rule: 'usage-counts.raced',
    level: 'controlled',
    only: ['usage-*'],
    alter: wrapHandlers(['create-chat-completion'], (serve, { services }) => {
      let running = 0;
      return async (call) => {
        running += 1;
        await new Promise((resolve) => setTimeout(resolve, 5));
        const reply = await serve(call);
        const overlap = running > 1;
        running -= 1;
        if (overlap && call.claim) await services.payments.release(call.claim);
        return overlap ? { ...reply, charge: 'free' } : reply;
      };
    }),
  },
  {
    name: 'accepts a replay while its first call is in progress',
    rule: 'payment.replay.raced',
    level: 'paid',
    only: ['payment.*'],
    intercept: (parts) => {
      const underWay = new Map<string, number>();
      const front = acceptRejected(({ code, header }) => code === codeOf('used') && (underWay.get(header) ?? 0) > 1)(
        parts,
      );
      return async (request, forward) => {
        const header = request.headers[signatureHeader] ?? '';
        underWay.set(header, (underWay.get(header) ?? 0) + 1);
        try {
          return await front(request, forward);
        } finally {
          underWay.set(header, (underWay.get(header) ?? 1) - 1);
        }
      };
    },
  },
]);
