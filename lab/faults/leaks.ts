import type { Reply } from '@tollwright/runtime/operation/handler';
import type { Account } from '@tollwright/runtime/store/accounts';
import { changeReply, wrapHandlers } from '../toolkit/handlers.ts';
import { changeBody } from '../toolkit/requests.ts';
import { overrideAccounts, overrideStore } from '../toolkit/services.ts';
import { defineFaults } from './fault.ts';

/** Keeps a field of one request as the default of the next. */
function remembering(id: string, name: string) {
  let last: unknown;
  return changeBody(id, (body) => {
    if (name in body) last = body[name];
    return last === undefined ? body : { [name]: last, ...body };
  });
}

/** State that leaks from one request into another. */
export const leaks = defineFaults('leaks', [
  {
    name: 'keeps `max_results` as the default of the next search',
    rule: 'search.max-results.default',
    only: ['search.*'],
    alter: (parts) => remembering('search', 'max_results')(parts),
  },
  {
    name: 'keeps `n` as the default of the next image request',
    rule: 'generate-image.n.default',
    only: ['generate-image.*'],
    alter: (parts) => remembering('generate-image', 'n')(parts),
  },
  {
    name: 'keeps `size` as the default of the next image request',
    rule: 'generate-image.size.default',
    only: ['generate-image.*'],
    alter: (parts) => remembering('generate-image', 'size')(parts),
  },
  {
    name: 'returns the answers of the previous decision',
    host: 'account',
    rule: 'decide.response.answers-every-question',
    level: 'paid',
    only: ['decide.*'],
    alter: (parts) => {
      let last: Reply | undefined;
      return wrapHandlers(['decide'], (serve) => async (call) => {
        const reply = await serve(call);
        const sent = last ?? reply;
        last = reply;
        return sent;
      })(parts);
    },
  },
  {
    name: 'returns the answers of earlier decisions beside the requested ones',
    host: 'account',
    rule: 'decide.response.answers-every-question',
    level: 'paid',
    only: ['decide.*'],
    alter: (parts) => {
      const all = {};
      return changeReply('decide', ({ answers, ...body }) => ({ ...body, answers: Object.assign(all, answers) }))(
        parts,
      );
    },
  },
  {
    name: 'treats a poll without a payment as the last payer’s',
    rule: 'image-slow.asks-for-a-signature',
    level: 'controlled',
    only: ['image-*'],
    alter: (parts) => {
      let last: string | undefined;
      return wrapHandlers(['generate-image', 'poll-image'], (serve) => (call) => {
        last = call.payer ?? last;
        return serve({ ...call, ...(last !== undefined && { payer: last }) });
      })(parts);
    },
  },
  {
    name: 'returns the balance of the first key to every key',
    host: 'account',
    rule: 'keys-apart.balance',
    level: 'controlled',
    only: ['keys-*', 'usage-*'],
    alter: (parts) => {
      let first: string | undefined;
      return wrapHandlers(['get-balance'], (serve) => (call) => {
        first ??= call.account;
        return serve({ ...call, ...(first !== undefined && { account: first }) });
      })(parts);
    },
  },
  {
    name: 'returns the usage of all keys to each key',
    host: 'account',
    rule: 'keys-apart.usage',
    level: 'controlled',
    only: ['keys-*', 'usage-*'],
    alter: overrideStore(({ accounts }) => {
      const known = new Set<string>();
      return {
        accounts: {
          ...accounts,
          async create(account) {
            known.add(account.id);
            return accounts.create(account);
          },
          async usage(_account, from, to) {
            return (await Promise.all([...known].map((id) => accounts.usage(id, from, to)))).flat();
          },
        },
      };
    }),
  },
  {
    name: 'exports the usage of another key',
    host: 'account',
    rule: 'keys-apart.usage',
    level: 'controlled',
    only: ['keys-*', 'usage-*'],
    alter: (parts) => {
      let first: string | undefined;
      return wrapHandlers(['export-usage'], (serve) => (call) => {
        first ??= call.account;
        return serve({ ...call, ...(first !== undefined && { account: first }) });
      })(parts);
    },
  },
  {
    name: 'authenticates each call as the key of the previous one',
    host: 'account',
    rule: 'keys-apart.balance',
    level: 'controlled',
    only: ['keys-*', 'usage-*', 'account.key.*'],
    alter: (parts) => {
      let before: Account | undefined;
      return overrideAccounts((accounts) => ({
        async authenticate(headers) {
          const account = await accounts.authenticate(headers);
          const sent = before ?? account;
          before = account;
          return sent;
        },
      }))(parts);
    },
  },
  {
    name: 'returns the job id of the previous image',
    rule: 'image-replay.same-job',
    level: 'paid',
    only: ['image-replay.*', 'image-ids.*'],
    alter: (parts) => {
      let before: unknown;
      return changeReply('generate-image', (body) => {
        const sent = { ...body, id: before ?? body.id };
        before = body.id;
        return sent;
      })(parts);
    },
  },
]);
