/** Money that only one operation of each family gets wrong: a check that calls only the cheapest operation misses it. */

import { Problem } from '@tollwright/runtime/operation/problem';
import { wrapHandlers } from '../toolkit/handlers.ts';
import { paymentOf } from '../toolkit/messages.ts';
import { codeOf, signatureHeader } from '../toolkit/payment-headers.ts';
import type { WireResponse } from '../toolkit/proxy.ts';
import { overridePayments } from '../toolkit/services.ts';
import { defineFaults, type FaultDefinition } from './fault.ts';
import { acceptRejected } from './lenient.ts';
import { moved, settlingBy } from './settling.ts';

const usual = {
  level: 'controlled',
  only: ['payment.settle*', 'payment.failure.*', 'payment.replay.raced'],
  everywhere: true,
} as const;

/** Settles each call of one operation twice. */
const twice = (what: string, id: string): FaultDefinition => ({
  name: `settles ${what} twice`,
  rule: 'payment.settled.exactly-once',
  ...usual,
  alter: settlingBy((_, { route }) => (route.operation.id === id ? [{}, {}] : [{}])),
});

/** Settles less than was quoted for one operation. */
const less = (what: string, id: string): FaultDefinition => ({
  name: `settles one micro-USDC too little for ${what}`,
  rule: 'payment.settled.as-quoted',
  ...usual,
  alter: settlingBy((amount, { route }) => [{ payment: { amount: route.operation.id === id ? amount - 1n : amount } }]),
});

/** Takes money for a call of one operation whose upstream failed. */
const failed = (what: string, id: string): FaultDefinition => ({
  name: `charges for ${what} when the provider failed`,
  rule: 'payment.failure.settles-nothing',
  ...usual,
  alter: wrapHandlers([id], (serve, parts) => async (call) => {
    try {
      return await serve(call);
    } catch (error) {
      if (call.claim !== undefined && error instanceof Problem) await moved(parts, call.claim, call);
      throw error;
    }
  }),
});

/** Hands out what one operation sells although its settlement failed. */
const unsettled = (what: string, id: string): FaultDefinition => ({
  name: `returns ${what} although the settlement failed`,
  rule: 'payment.settlement.failed',
  ...usual,
  alter: overridePayments((payments) => ({
    async settle(claim, call, usage) {
      try {
        return await payments.settle(claim, call, usage);
      } catch (error) {
        if (call.route.operation.id !== id) throw error;
        return { txHash: `0x${'f'.repeat(64)}`, network: 'eip155:8453', payer: '', first: true };
      }
    },
  })),
});

/** Returns the response that a payment has bought to every request that sends that payment to the same path again. */
const shared = (what: string, path: string): FaultDefinition => ({
  name: `returns ${what} to every concurrent use of one payment`,
  rule: 'payment.replay.raced',
  ...usual,
  intercept: () => {
    const bought = new Map<string, Promise<WireResponse>>();
    return async (request, forward) => {
      const payment = request.headers[signatureHeader];
      if (payment === undefined || !request.url.includes(path)) return forward(request);
      const first = bought.get(payment) ?? forward(request);
      bought.set(payment, first);
      return first;
    };
  },
});

/** Makes a new order of each concurrent request with one payment; only later requests get the same order. */
const orderedAgain = (what: string, path: string): FaultDefinition => ({
  name: `creates a job for ${what} at every concurrent use of one payment`,
  rule: 'payment.replay.raced',
  ...usual,
  intercept: (parts) => {
    const underWay = new Map<string, number>();
    const raced = acceptRejected(({ code, header }) => code === codeOf('used') && (underWay.get(header) ?? 0) > 1)(
      parts,
    );
    return async (request, forward) => {
      const payment = paymentOf(request);
      if (payment === undefined || request.method !== 'POST' || !request.url.endsWith(path)) return forward(request);
      underWay.set(payment, (underWay.get(payment) ?? 0) + 1);
      try {
        return await raced(request, forward);
      } finally {
        underWay.set(payment, (underWay.get(payment) ?? 1) - 1);
      }
    };
  },
});

/** Faults in one operation of each family: served by a scenario, by a job, or from data. */
export const eachOperation = defineFaults('each-operation', [
  twice('sandbox status reads', 'get-sandbox-status'),
  twice('number renewals', 'renew-number'),
  twice('polls of a video', 'poll-video'),
  twice('DeFi yields', 'list-defi-yields'),
  less('polls of a video by its other path', 'poll-created-video'),
  less('phone calls', 'start-call'),
  less('responses in the provider’s own format', 'generate-content'),
  failed('speech', 'synthesize-speech'),
  failed('page contents', 'web-contents'),
  failed('RPC calls', 'call-rpc'),
  unsettled('followers', 'list-followers'),
  unsettled('sandbox command results', 'exec-in-sandbox'),
  unsettled('messages', 'create-message'),
  orderedAgain('images', '/images/generations'),
  orderedAgain('videos', '/videos/generations'),
  shared('search results', '/v1/search'),
  shared('DeFi protocols', '/defidata/protocols'),
]);
