import { createId } from '@tollwright/runtime/random';
import type { Parts } from '#gateway/start.ts';
import { handling, readingQuery, withAccounts, withPayments } from '../toolkit/alter.ts';
import type { Front } from '../toolkit/front.ts';
import { family } from './fault.ts';
import { changing, latin, parse } from './wire.ts';

/** Charges a key beside whatever the call itself costs. */
async function charge({ services }: Parts, key: string, amount: bigint): Promise<void> {
  const { store, random, clock } = services;
  const account = await store.accounts.findByKey(key);
  if (!account) return;
  const id = createId(random, 'reservation');
  const at = { account: account.id, route: 'POST /v1/extra', operation: 'extra' };
  await store.accounts.reserve({ ...at, id, amount: 0n });
  await store.accounts.charge(id, { ...at, id: createId(random, 'request'), at: clock.now(), amount, data: {} });
}

/** Charges calls that were answered in a certain way. */
export const chargingFor =
  (which: (status: number, url: string, text: string) => boolean) =>
  (parts: Parts): Front =>
  async (call, send) => {
    const answer = await send(call);
    const key = call.headers.authorization?.replace('Bearer ', '') ?? '';
    if (which(answer.status, call.url, answer.text)) await charge(parts, key, 1000n);
    return answer;
  };

const account = { host: 'account', level: 'controlled' } as const;
const only = ['account-*', 'usage-*', 'flex-*', 'decide-*'];

/** Accounts that are charged for the wrong calls, or for the right ones otherwise. */
export const charging = family('charging', [
  {
    ...account,
    name: 'a charge on a provider that failed',
    rule: 'account-failures.not-charged',
    only,
    front: chargingFor((status) => status === 502),
  },
  {
    ...account,
    name: 'a charge on a request that was wrong',
    rule: 'account-failures.wrong-request',
    only,
    front: chargingFor((status) => status === 400),
  },
  {
    ...account,
    name: 'a charge on a provider without capacity',
    rule: 'account-failures.no-capacity',
    only,
    front: chargingFor((status) => status === 429),
  },
  {
    ...account,
    name: 'a charge on a tier that is not offered',
    rule: 'flex-refused.not-charged',
    only,
    front: chargingFor((status, _, text) => status === 400 && text.includes('FLEX_TIER')),
  },
  {
    ...account,
    name: 'a charge on a tier that was not confirmed',
    rule: 'flex-unconfirmed.not-charged',
    only,
    front: chargingFor((status, _, text) => status === 502 && text.includes('FLEX_TIER')),
  },
  {
    ...account,
    name: 'a charge on a tier without capacity',
    rule: 'flex-no-capacity.not-charged',
    only,
    front: chargingFor((status, _, text) => status === 429 && text.includes('resource_unavailable')),
  },
  {
    ...account,
    name: 'a charge on a stream that was cut',
    rule: 'account-cut-stream.not-charged',
    only,
    front: chargingFor((_, __, text) => text.includes('event: error')),
  },
  {
    ...account,
    name: 'a charge on free decisions',
    rule: 'decide-is-free.not-charged',
    only,
    front: chargingFor((_, url) => url.endsWith('/decide')),
  },
  {
    ...account,
    name: 'a charge on reading usage',
    rule: 'account-reads.not-charged',
    only,
    front: chargingFor((_, url) => url.includes('/usage')),
  },
  {
    ...account,
    name: 'a reservation that a failure leaves behind',
    rule: 'account-failures.not-charged',
    only,
    alter: withPayments((payments) => ({
      release: (claim) => (claim.startsWith('reservation_') ? Promise.resolve() : payments.release(claim)),
    })),
  },
  {
    ...account,
    name: 'a charge that is rounded to cents',
    rule: 'account-charges.chat',
    only,
    alter: withAccounts((accounts) => ({
      charge: (reservation, amount, usage) => accounts.charge(reservation, (amount / 10_000n) * 10_000n, usage),
    })),
  },
  {
    ...account,
    name: 'a stream that costs nothing',
    rule: 'account-charges.stream',
    only,
    alter: withAccounts((accounts, { services }) => {
      const streamed = new Set<string>();
      return {
        async reserve(holder, route, amount) {
          const id = await accounts.reserve(holder, route, amount);
          return id;
        },
        charge: async (reservation, amount, usage) =>
          streamed.has(reservation)
            ? services.payments.release(reservation)
            : accounts.charge(reservation, amount, usage),
      };
    }),
    front:
      ({ services }) =>
      async (call, send) => {
        const key = call.headers.authorization?.replace('Bearer ', '') ?? '';
        const answer = await send(call);
        const holder = answer.text.startsWith('data:') ? await services.store.accounts.findByKey(key) : undefined;
        if (!holder) return answer;
        const rows = await services.store.accounts.usage(holder.id, 0, Number.MAX_SAFE_INTEGER);
        await charge({ services } as Parts, key, -(rows.at(-1)?.amount ?? 0n));
        return answer;
      },
  },
  {
    ...account,
    name: 'two usage rows for one call',
    rule: 'usage-counts.counted',
    only,
    front: chargingFor((status, url) => status === 200 && url.includes('/chat/completions')),
  },
  {
    ...account,
    name: 'a usage row that fails to be written every other time',
    rule: 'usage-counts.counted',
    only,
    alter: withAccounts((accounts, { services }) => {
      let calls = 0;
      return {
        async charge(reservation, amount, usage) {
          calls += 1;
          return calls % 2 === 0 ? services.payments.release(reservation) : accounts.charge(reservation, amount, usage);
        },
      };
    }),
  },
  {
    ...account,
    name: 'an export that ends after its first ten rows',
    rule: 'usage-counts.raced',
    only,
    front: changing((answer, call) =>
      call.url.includes('.csv') ? { ...answer, text: `${answer.text.split('\n').slice(0, 11).join('\n')}\n` } : answer,
    ),
  },
  {
    ...account,
    name: 'an export of a day whatever was asked for',
    rule: 'usage-windows.week',
    only,
    alter: readingQuery('export-usage', (query) => ({ ...query, window: '24h' })),
  },
  {
    ...account,
    name: 'a tier that is billed as standard because the request says so in capitals',
    rule: 'create-chat-completion.service-tier.enum',
    only: ['create-chat-completion.service-tier.*'],
    front: () => async (call, send) => {
      const body = parse(call.body);
      const known = body?.service_tier === undefined || body.service_tier === 'flex';
      const { service_tier: _tier, ...standard } = Object(body);
      return send(known || !body ? call : { ...call, body: latin(JSON.stringify(standard)) });
    },
  },
  {
    ...account,
    name: 'a call that is served although it is not charged',
    rule: 'account-charges.chat',
    only,
    alter: handling(['create-chat-completion'], (serve) => async (call) => {
      const reply = await serve(call);
      return reply.stream ? reply : { ...reply, charge: 'free' };
    }),
  },
]);
