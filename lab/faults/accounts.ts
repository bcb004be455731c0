/** Balances that only one operation gets wrong, or that are wrong only after concurrent calls. */

import { setTimeout as delay } from 'node:timers/promises';
import { Problem } from '@tollwright/runtime/operation/problem';
import type { Account } from '@tollwright/runtime/store/accounts';
import { randomHex } from '@tollwright/runtime/values/encoding';
import type { Alteration } from '#gateway/start.ts';
import { parseBody } from '../toolkit/messages.ts';
import { overrideAccounts } from '../toolkit/services.ts';
import { chargingFor } from './charging.ts';
import { defineFaults, type FaultDefinition } from './fault.ts';

const wrong = (
  name: string,
  rule: string,
  how: Pick<FaultDefinition, 'alter' | 'intercept' | 'everywhere'>,
): FaultDefinition => ({
  name,
  rule: `account.${rule}`,
  host: 'account',
  level: 'controlled',
  only: ['account.charge.*', 'account.refused.*', 'account.balance.*'],
  ...how,
});

/** Milliseconds to wait for concurrent calls. */
const pause = 2;

/** Serves calls that a balance does not cover. */
export const overdrawing = (covers: (account: Account, operation: string) => boolean): Alteration =>
  overrideAccounts((accounts) => ({
    async reserve(account, route, amount) {
      try {
        return await accounts.reserve(account, route, amount);
      } catch (error) {
        if (!(error instanceof Problem) || !covers(account, route.operation.id)) throw error;
        return accounts.reserve(account, route, 0n);
      }
    },
  }));

/** Charges an account twice for each call of one operation but its first. */
const dearerLater = (id: string): Alteration =>
  overrideAccounts((accounts) => {
    const known = new Set<string>();
    const later = new Set<string>();
    return {
      async reserve(account, route, amount) {
        const reservation = await accounts.reserve(account, route, amount);
        if (route.operation.id === id && known.has(account.id)) later.add(reservation);
        if (route.operation.id === id) known.add(account.id);
        return reservation;
      },
      charge: (reservation, amount, usage) =>
        accounts.charge(reservation, later.delete(reservation) ? amount * 2n : amount, usage),
    };
  });

/** Faults in the charge for a call among many, or for a call of one operation alone. */
export const accounts = defineFaults('accounts', [
  wrong('loses a charge while another is being written', 'charge.once', {
    alter: overrideAccounts((whole, { services }) => {
      let busy = false;
      return {
        async charge(reservation, amount, usage) {
          if (busy) return services.payments.release(reservation).then(() => false);
          busy = true;
          await delay(pause);
          const isFirst = await whole.charge(reservation, amount, usage);
          busy = false;
          return isFirst;
        },
      };
    }),
  }),
  wrong('charges every search after the first twice', 'charge.once', { alter: dearerLater('search') }),
  wrong('charges every sandbox command after the first twice', 'charge.once', {
    everywhere: true,
    alter: dearerLater('exec-in-sandbox'),
  }),
  wrong('charges the account that called last', 'charge.own-key', {
    alter: overrideAccounts((whole) => {
      let last: Account | undefined;
      return {
        async authenticate(headers) {
          last = await whole.authenticate(headers);
          return last;
        },
        async reserve(account, route, amount) {
          await delay(pause);
          return whole.reserve(last ?? account, route, amount);
        },
      };
    }),
  }),
  wrong('charges RPC calls whose body is not JSON', 'refused.charges-nothing', {
    intercept: chargingFor((status, url) => status === 400 && url.includes('/v1/rpc/')),
  }),
  wrong('serves web answers to a key without balance', 'balance.empty', {
    everywhere: true,
    alter: overdrawing(({ balance }, operation) => balance === 0n && operation === 'web-answer'),
  }),
  wrong('serves streams to a key without balance', 'balance.empty', {
    // An account of the gateway's own pays for them.
    intercept:
      ({ services }) =>
      async (request, forward) => {
        const response = await forward(request);
        if (response.status !== 402 || parseBody(request)?.stream !== true) return response;
        const key = randomHex(16);
        await services.store.accounts.create({ id: key, key, balance: 10n ** 12n });
        return forward({ ...request, headers: { ...request.headers, authorization: `Bearer ${key}` } });
      },
  }),
  wrong('serves messages to a key without balance', 'balance.empty', {
    alter: overrideAccounts((whole) => ({
      reserve: (account, route, amount) =>
        whole.reserve(account, route, route.operation.id === 'create-message' ? 0n : amount),
    })),
  }),
]);
