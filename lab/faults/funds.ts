/** Wallets with exactly enough funds, or with nonces that another wallet has used. */

import { PaymentProblem } from '@tollwright/runtime/x402/refusal';
import { overridePayments } from '../toolkit/services.ts';
import { defineFaults } from './fault.ts';

const usual = { level: 'controlled', only: ['payment.funds.*', 'payment.replay.*'] } as const;

/** The fault in the funds of one payment. */
export const funds = defineFaults('funds', [
  {
    ...usual,
    name: 'takes a wallet that holds exactly the amount for underfunded',
    rule: 'payment.funds.exact',
    alter: overridePayments((payments, { services }) => ({
      async open(payment, fingerprint, reuse) {
        const balance = await services.store.ledger.balance(payment.payer);
        if (balance === payment.amount) throw new PaymentProblem('unfunded');
        return payments.open(payment, fingerprint, reuse);
      },
    })),
  },
  {
    ...usual,
    name: 'claims a payment before it looks at the funds of its wallet',
    rule: 'payment.funds.later',
    alter: overridePayments((payments) => {
      const refused = new Set<string>();
      return {
        async open(payment, fingerprint, reuse) {
          if (refused.has(payment.nonce)) throw new PaymentProblem('used');
          try {
            return await payments.open(payment, fingerprint, reuse);
          } catch (error) {
            refused.add(payment.nonce);
            throw error;
          }
        },
      };
    }),
  },
  {
    ...usual,
    name: 'serves every concurrent payment of a wallet whose funds cover one',
    rule: 'payment.funds.raced',
    alter: overridePayments((payments, { services: { store } }) => ({
      async open(payment, fingerprint, reuse) {
        const balance = await store.ledger.balance(payment.payer);
        if (balance === payment.amount) await store.ledger.fund(payment.payer, balance * 100n);
        return payments.open(payment, fingerprint, reuse);
      },
    })),
  },
  {
    ...usual,
    name: 'knows payments by their nonce, not by their payer',
    rule: 'payment.replay.other-payer',
    alter: overridePayments((payments) => {
      const payers = new Map<string, string>();
      return {
        async open(payment, fingerprint, reuse) {
          const first = payers.get(payment.nonce) ?? payment.payer;
          payers.set(payment.nonce, first);
          if (first !== payment.payer) throw new PaymentProblem('used');
          return payments.open(payment, fingerprint, reuse);
        },
      };
    }),
  },
]);
