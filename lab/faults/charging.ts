import { createId } from '@tollwright/runtime/system/random';
import type { Parts } from '#gateway/start.ts';
import { errors } from '#generated/errors.ts';
import { wrapHandlers } from '../toolkit/handlers.ts';
import { interceptResponses } from '../toolkit/interceptors.ts';
import { jsonBody, parseBody } from '../toolkit/messages.ts';
import type { Interceptor } from '../toolkit/proxy.ts';
import { changeQuery } from '../toolkit/requests.ts';
import { overrideAccounts, overridePayments } from '../toolkit/services.ts';
import { defineFaults } from './fault.ts';

/** Charges a key in micro-USD in addition to the price of the call. */
export async function chargeKey({ services }: Parts, key: string, amount: bigint): Promise<void> {
  const { store, random, clock } = services;
  const account = await store.accounts.findByKey(key);
  if (!account) return;
  const id = createId(random, 'reservation');
  const at = { account: account.id, route: 'POST /v1/extra', operation: 'extra' };
  await store.accounts.reserve({ ...at, id, amount: 0n, expiresAt: clock.now() + 1 }, clock.now());
  await store.accounts.charge(id, { ...at, id: createId(random, 'request'), at: clock.now(), amount, data: {} });
}

/** Charges calls with certain responses. */
export const chargingFor =
  (which: (status: number, url: string, text: string) => boolean) =>
  (parts: Parts): Interceptor =>
  async (request, forward) => {
    const response = await forward(request);
    const key = request.headers.authorization?.replace('Bearer ', '') ?? '';
    if (which(response.status, request.url, response.body)) await chargeKey(parts, key, 1000n);
    return response;
  };

const account = { host: 'account', level: 'controlled' } as const;
const only = ['account-*', 'usage-*', 'flex-*', 'decide-*'];

/** Accounts that are charged for the wrong calls, or a wrong amount for the right calls. */
export const charging = defineFaults('charging', [
  {
    ...account,
    name: 'charges an account for a provider failure (502)',
    rule: 'account-failures.not-charged',
    only,
    intercept: chargingFor((status) => status === 502),
  },
  {
    ...account,
    name: 'charges an account for an invalid request (400)',
    rule: 'account-failures.wrong-request',
    only,
    intercept: chargingFor((status) => status === 400),
  },
  {
    ...account,
    name: 'charges an account for a provider without capacity (429)',
    rule: 'account-failures.no-capacity',
    only,
    intercept: chargingFor((status) => status === 429),
  },
  {
    ...account,
    name: 'charges an account for a service tier that is not offered',
    rule: 'flex-refused.not-charged',
    only,
    intercept: chargingFor((status, _, text) => status === 400 && text.includes('FLEX_TIER')),
  },
  {
    ...account,
    name: 'charges an account for a service tier that was not confirmed',
    rule: 'flex-unconfirmed.not-charged',
    only,
    intercept: chargingFor((status, _, text) => status === 502 && text.includes('FLEX_TIER')),
  },
  {
    ...account,
    name: 'charges an account for a service tier without capacity',
    rule: 'flex-no-capacity.not-charged',
    only,
    intercept: chargingFor(
      (status, _, text) => status === 429 && text.includes(String(errors['flex-no-capacity']?.body?.code)),
    ),
  },
  {
    ...account,
    name: 'charges an account for a stream that broke off',
    rule: 'account-cut-stream.not-charged',
    only,
    intercept: chargingFor((_, __, text) => text.includes('event: error')),
  },
  {
    ...account,
    name: 'charges an account for free decisions',
    rule: 'decide-is-free.not-charged',
    only,
    intercept: chargingFor((_, url) => url.endsWith('/decide')),
  },
  {
    ...account,
    name: 'charges an account for the history of a commodity',
    rule: 'account.charge.free',
    only: ['account.charge.free'],
    everywhere: true,
    intercept: chargingFor((status, url) => status === 200 && url.includes('/commodity/history/')),
  },
  {
    ...account,
    name: 'charges an account for reading usage',
    rule: 'account-reads.not-charged',
    only,
    intercept: chargingFor((_, url) => url.includes('/usage')),
  },
  {
    ...account,
    name: 'keeps the reservation of a failed call',
    rule: 'account-failures.not-charged',
    only,
    alter: overridePayments((payments) => ({
      release: (claim) => (claim.startsWith('reservation_') ? Promise.resolve() : payments.release(claim)),
    })),
  },
  {
    ...account,
    name: 'rounds account charges down to cents',
    rule: 'account-charges.chat',
    only,
    alter: overrideAccounts((accounts) => ({
      charge: (reservation, amount, usage) => accounts.charge(reservation, (amount / 10_000n) * 10_000n, usage),
    })),
  },
  {
    ...account,
    name: 'does not charge an account for streams',
    rule: 'account-charges.stream',
    only,
    alter: overrideAccounts((accounts, { services }) => {
      const streamed = new Set<string>();
      return {
        async reserve(holder, route, amount) {
          const id = await accounts.reserve(holder, route, amount);
          return id;
        },
        charge: async (reservation, amount, usage) =>
          streamed.has(reservation)
            ? services.payments.release(reservation).then(() => false)
            : accounts.charge(reservation, amount, usage),
      };
    }),
    intercept:
      ({ services }) =>
      async (request, forward) => {
        const key = request.headers.authorization?.replace('Bearer ', '') ?? '';
        const response = await forward(request);
        const holder = response.body.startsWith('data:') ? await services.store.accounts.findByKey(key) : undefined;
        if (!holder) return response;
        const rows = await services.store.accounts.usage(holder.id, 0, Number.MAX_SAFE_INTEGER);
        await chargeKey({ services } as Parts, key, -(rows.at(-1)?.amount ?? 0n));
        return response;
      },
  },
  {
    ...account,
    name: 'writes two usage rows for one call',
    rule: 'usage-counts.counted',
    only,
    intercept: chargingFor((status, url) => status === 200 && url.includes('/chat/completions')),
  },
  {
    ...account,
    name: 'loses every other usage row',
    rule: 'usage-counts.counted',
    only,
    alter: overrideAccounts((accounts, { services }) => {
      let calls = 0;
      return {
        async charge(reservation, amount, usage) {
          calls += 1;
          if (calls % 2 > 0) return accounts.charge(reservation, amount, usage);
          return services.payments.release(reservation).then(() => false);
        },
      };
    }),
  },
  {
    ...account,
    name: 'exports only the first ten usage rows',
    rule: 'usage-counts.raced',
    only,
    intercept: interceptResponses((response, request) =>
      request.url.includes('.csv')
        ? { ...response, body: `${response.body.split('\n').slice(0, 11).join('\n')}\n` }
        : response,
    ),
  },
  {
    ...account,
    name: 'exports one day of usage whatever window is requested',
    rule: 'usage-windows.week',
    only,
    alter: changeQuery('export-usage', (query) => ({ ...query, window: '24h' })),
  },
  {
    ...account,
    name: 'serves a service tier in another case as the standard tier',
    rule: 'create-chat-completion.service-tier.enum',
    only: ['create-chat-completion.service-tier.*'],
    intercept: () => async (request, forward) => {
      const body = parseBody(request);
      const known = body?.service_tier === undefined || body.service_tier === 'flex';
      const { service_tier: _tier, ...standard } = Object(body);
      return forward(known || !body ? request : { ...request, body: jsonBody(standard) });
    },
  },
  {
    ...account,
    name: 'serves account calls without charging them',
    rule: 'account-charges.chat',
    only,
    alter: wrapHandlers(['create-chat-completion'], (serve) => async (call) => {
      const reply = await serve(call);
      return reply.stream ? reply : { ...reply, charge: 'free' };
    }),
  },
]);
