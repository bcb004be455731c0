import { Problem } from '@tollwright/runtime/operation/problem';
import { isObject } from '@tollwright/runtime/values/json';
import type { Alteration } from '#gateway/start.ts';
import { bufferCall, copyCall, operationFinder } from '../toolkit/calls.ts';
import { wrapHandlers } from '../toolkit/handlers.ts';
import { objectsIn, parseJson } from '../toolkit/messages.ts';
import { errorOf, otherPaymentHeader, signatureHeader } from '../toolkit/payment-headers.ts';
import { changeRoutes } from '../toolkit/routes.ts';
import { changeResponses, wrapServer } from '../toolkit/server.ts';
import { overridePayments } from '../toolkit/services.ts';
import { contracts } from './contract.ts';
import { defineVariants } from './variant.ts';

/** The example request of each operation. */
const examples = new Map(
  contracts.base.operations.map(({ id, example }) => [String(id), isObject(example) ? example : {}]),
);

/** Fields that are validated before the challenge, whatever holds for the rest. */
const first = new Map(
  contracts.base.operations.map(({ id, body }): [string, unknown] => [String(id), isObject(body) ? body.first : []]),
);

/** Operations that may validate the body after the challenge. */
const unordered = contracts.base.operations
  .filter(({ body, auth }) => auth === 'payment' && isObject(body) && body.validates === 'unknown')
  .map(({ id }) => String(id));

function queryOf(query: unknown): Record<string, string> {
  return Object.fromEntries(Object.entries(isObject(query) ? query : {}).map(([name, value]) => [name, String(value)]));
}

const paid = (headers: Readonly<Record<string, string>>) =>
  headers[signatureHeader] !== undefined || headers[otherPaymentHeader] !== undefined;

/** Sends the challenge before it validates a request: an invalid request gets the quote of the example. */
const challengedFirst = (ids: readonly string[], statuses: readonly number[]): Alteration =>
  wrapServer((serve, { host }) => {
    const find = operationFinder(host);
    return async (incoming) => {
      const { call } = bufferCall(incoming);
      const own = await serve(call);
      const id = find(call) ?? '';
      if (paid(call.headers) || !statuses.includes(own.status) || !ids.includes(id)) return own;
      const { body, query } = examples.get(id) ?? {};
      const sent = parseJson(String(await call.body(Number.MAX_SAFE_INTEGER)));
      const names = first.get(id);
      const kept = Object.entries(isObject(sent) ? sent : {}).filter(
        ([name]) => Array.isArray(names) && names.includes(name),
      );
      const search = new URLSearchParams(queryOf(query));
      return serve(
        copyCall(call, {
          query: search.toString(),
          headers: { ...call.headers, 'content-type': 'application/json' },
          body: async () =>
            Buffer.from(JSON.stringify(isObject(body) ? { ...body, ...Object.fromEntries(kept) } : body)),
        }),
      );
    };
  });

/** Treats a payment of a failed call as a replay. */
const keepingClaims = overridePayments(() => ({ release: async () => {} }));

/** Polls of an unknown job return a challenge first. */
const pollsFirst: Alteration = changeResponses((own, { call, operation = '' }) =>
  /^poll-/.test(operation) && own.status === 404 && !paid(call.headers)
    ? {
        ...own,
        status: 402,
        body: JSON.stringify({ error: errorOf('missing'), message: 'Sign to poll.', code: 'PAYMENT_REQUIRED' }),
      }
    : own,
);

/** Charges an account for the users that are found, not for those requested. */
const chargedForFound = changeRoutes(['look-up-users'], (route) => ({
  ...route,
  meter: ({ response }) => {
    const found = isObject(response) ? objectsIn(response.users).length : 0;
    return { amount: BigInt(found) * 2000n, breakdown: {} };
  },
}));

/** Ends a finished call again without a payment. */
function endedForNothing(): Alteration {
  return (parts) => {
    const ended = new Set<unknown>();
    return wrapHandlers(['terminate-sandbox'], (handle) => async (call) => {
      const { request } = call;
      const id = isObject(request) ? request.sandbox_id : undefined;
      const reply = await handle(call);
      if (ended.has(id)) return { ...reply, charge: 'free' };
      ended.add(id);
      return reply;
    })(parts);
  };
}

/** Treats a response in a different tier than the requested one as an error of the provider. */
const tiersConfirmed = wrapHandlers(['create-chat-completion'], (handle) => async (call) => {
  const reply = await handle(call);
  const { request } = call;
  const asked = isObject(request) ? request.service_tier : undefined;
  const served = isObject(reply.body) ? reply.body.service_tier : asked;
  if (asked === 'flex' && served !== 'flex') throw new Problem('flex-unconfirmed');
  return reply;
});

/** Orders of checks, and charges that the documents leave open. */
export const order = defineVariants('order', [
  {
    name: 'sends challenges before it validates requests',
    questions: ['validation-order', 'rpc-refusals', 'web-search-bounds'],
    hosts: ['base'],
    alter: challengedFirst(
      unordered.filter((id) => id !== 'start-call'),
      [400],
    ),
  },
  {
    name: 'sends challenges before it validates phone calls',
    questions: ['call-check-order'],
    hosts: ['base'],
    alter: challengedFirst(['start-call'], [400, 403]),
  },
  {
    name: 'sends challenges before it requires a search text',
    questions: ['prediction-search-order'],
    hosts: ['base'],
    alter: challengedFirst(['search-prediction-markets'], [422]),
  },
  {
    name: 'keeps the claims of failed calls',
    questions: ['claim-release', 'background-failure'],
    hosts: ['base'],
    alter: keepingClaims,
  },
  { name: 'sends challenges to polls of unknown jobs', questions: ['poll-order'], hosts: ['base'], alter: pollsFirst },
  {
    name: 'charges for the users that were found',
    questions: ['social-charge'],
    // A caller who pays per call pays the quote, which precedes the lookup.
    hosts: ['account'],
    alter: chargedForFound,
  },
  {
    name: 'terminates an ended sandbox for free',
    questions: ['sandbox-terminate-again'],
    alter: endedForNothing(),
  },
  {
    name: 'rejects service by another tier than requested',
    questions: ['flex-other-tier'],
    hosts: ['account'],
    alter: tiersConfirmed,
  },
]);
