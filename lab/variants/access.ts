import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from '@tollwright/runtime/http/request';
import { isObject } from '@tollwright/runtime/values/json';
import type { Alteration } from '#gateway/start.ts';
import { decodeHeader, objectsIn, paymentOf, withoutHeaders } from '../toolkit/messages.ts';
import { asSpecified, codeOf, errorOf, otherPaymentHeader, signatureHeader } from '../toolkit/payment-headers.ts';
import { changeLimit, changeRoutes, removeOperations } from '../toolkit/routes.ts';
import { changeJson, changeResponses, wrapServer } from '../toolkit/server.ts';
import { contracts } from './contract.ts';
import { defineVariants, type VariantDefinition, type VariantHost } from './variant.ts';

const json = { 'Content-Type': 'application/json' };
const answer = (status: number, body: unknown): Answer => ({ status, headers: json, body: JSON.stringify(body) });

/** Replaces a response of an operation if `when` accepts it. */
const instead = (operation: string, given: Answer, when: (own: Answer) => boolean = () => true): Alteration =>
  changeResponses((own, occasion) => (occasion.operation === operation && when(own) ? given : own));

const discovery = answer(402, { x402Version: 2, error: errorOf('missing'), accepts: [], message: 'This one is free.' });

/** Treats an unreadable payment header as an invalid part of the request. */
const unreadable: Alteration = wrapServer((serve) => async (call) => {
  const header = paymentOf(call);
  const isReadable = header === undefined || decodeHeader(header).payload !== undefined;
  return isReadable ? serve(call) : answer(400, { error: 'Invalid payment header' });
});

/** Free operations, each of which may answer with discovery metadata. */
const free = ['list-image-models', 'list-audio-models', 'list-voices', 'get-pricing', 'get-health-overview'].map(
  (operation): VariantDefinition => ({
    name: `responds to ${operation} with a 402 of discovery metadata`,
    questions: ['free-or-402'],
    choice: `envelope of ${operation}`,
    hosts: ['base'],
    alter: instead(operation, discovery, ({ status }) => status === 200),
  }),
);

/** Refuses catalog requests without a key. */
const keyed: Alteration = changeResponses((own, { call, operation }) =>
  /^list-.*(models|voices)$/.test(operation ?? '') && call.headers.authorization === undefined
    ? answer(401, { error: 'Unauthorized' })
    : own,
);

/** Reads the header of version 1 if both are sent. */
const firstVersion: Alteration = wrapServer((serve) => (call) => {
  const { [otherPaymentHeader]: first, [signatureHeader]: second } = call.headers;
  if (first === undefined || second === undefined) return serve(call);
  return serve(Object.create(call, { headers: { value: { ...call.headers, [signatureHeader]: first } } }));
});

const wrongMethod = (given: Answer): Alteration => changeResponses((own) => (own.status === 405 ? given : own));

/** Returns a different code for an expired payment. */
const expired: Alteration = changeJson((body, { status }) =>
  status === 402 && isObject(body) && /expired|no longer valid|validBefore/i.test(String(body.message))
    ? { ...body, code: codeOf('unfunded') }
    : undefined,
);

const replaying = (error: string): Alteration =>
  changeJson((body, { status }) =>
    status === 402 && isObject(body) && body.code === codeOf('used') ? { ...body, error } : undefined,
  );

const exhausted = (status: number): Alteration =>
  changeResponses((own) => (own.status === 402 ? { ...own, status } : own));

const shared = (id: string): Alteration => changeLimit(id, (limit) => ({ ...limit, shared: !limit.shared }));

const ofMetadata = new Set(
  objectsIn(contracts.base.limits).flatMap(({ error, operations }) =>
    error === 'metadata-limit' && Array.isArray(operations) ? operations : [],
  ),
);

const metadata = (change: (own: Answer) => Answer): Alteration =>
  changeResponses((own, { operation }) => (own.status === 429 && ofMetadata.has(operation) ? change(own) : own));

const only = (...hosts: VariantHost[]) => hosts;

/** Optional operations, without polls: our gateway returns jobs for slow images and must serve their polls. */
const servedPerhaps = contracts.account.operations.flatMap(({ id, presence, machine }) =>
  presence && machine?.id !== 'image-job' ? [id] : [],
);

/** Access: keys, limits and the content of refusals. */
export const access = defineVariants('access', [
  ...free,
  { name: 'requires a key for catalogs', questions: ['account-catalog-key'], hosts: only('account'), alter: keyed },
  {
    name: `reads ${asSpecified(otherPaymentHeader)} before ${asSpecified(signatureHeader)}`,
    questions: ['both-payment-headers'],
    hosts: only('base'),
    alter: firstVersion,
  },
  {
    name: 'responds 404 to a wrong method',
    questions: ['wrong-method'],
    alter: wrongMethod(answer(404, { error: 'Not found' })),
  },
  {
    name: 'responds 402 to a wrong method',
    questions: ['wrong-method'],
    hosts: only('base'),
    alter: wrongMethod(discovery),
  },
  {
    name: `reports ${codeOf('unfunded')} for an expired payment`,
    questions: ['expired-window-code'],
    hosts: only('base'),
    alter: expired,
  },
  {
    name: 'responds 400 to a payment header that cannot be read',
    questions: ['unreadable-payment'],
    hosts: only('base'),
    alter: unreadable,
  },
  {
    name: 'words the error of a replay in its own way',
    questions: ['replay-error-text'],
    hosts: only('base'),
    alter: replaying('Payment replayed'),
  },
  {
    name: 'responds 403 to an exhausted balance',
    questions: ['exhausted-balance'],
    hosts: only('account'),
    alter: exhausted(403),
  },
  {
    name: 'responds 429 to an exhausted balance',
    questions: ['exhausted-balance'],
    hosts: only('account'),
    alter: exhausted(429),
  },
  { name: 'counts all catalogs together', questions: ['limit-counters'], alter: shared('catalog-reads') },
  {
    name: 'counts each health path on its own',
    questions: ['limit-counters'],
    choice: 'health',
    hosts: only('base'),
    alter: shared('health-reads'),
  },
  {
    name: 'limits health reads at one path alone',
    questions: ['health-limit-path'],
    choice: 'health',
    hosts: only('base'),
    alter: changeRoutes(
      ['get-health-overview', 'get-health-chain', 'get-health-models', 'get-health-regions'],
      (route) => ({ ...route, operation: { ...route.operation, limits: [] } }),
    ),
  },
  {
    name: 'omits Retry-After at the metadata limit',
    questions: ['metadata-limit-headers'],
    alter: metadata((own) => ({ ...own, headers: withoutHeaders(own.headers, 'retry-after') })),
  },
  {
    name: 'sends Retry-After at the metadata limit',
    questions: ['metadata-limit-headers'],
    alter: metadata((own) => ({
      ...own,
      headers: { ...withoutHeaders(own.headers, 'retry-after'), 'Retry-After': '60' },
    })),
  },
  {
    name: 'serves no pricing on the account host',
    questions: ['pricing-on-account'],
    hosts: only('account'),
    alter: removeOperations('get-pricing'),
  },
  {
    name: 'serves none of the services on the account host that its table does not list',
    questions: ['services-on-account'],
    hosts: only('account'),
    alter: removeOperations(...servedPerhaps),
  },
  {
    name: 'responds 400 to an empty handle',
    questions: ['handle-empty'],
    alter: changeResponses((own, { call, operation }) =>
      operation === 'get-realface-status' && /groupId=(&|$)/.test(call.query)
        ? answer(400, { error: 'Invalid request', details: ['groupId'] })
        : own,
    ),
  },
  {
    name: 'returns an empty listing for a text that is no address',
    questions: ['listed-address'],
    alter: instead(
      'list-portraits',
      answer(200, { wallet: 'nobody', count: 0, portraits: [] }),
      ({ status }) => status === 400,
    ),
  },
  {
    name: 'reports failed edits with 503',
    questions: ['edit-failure-status'],
    hosts: only('base'),
    alter: changeResponses((own, { operation }) =>
      operation === 'edit-image' && own.status === 500 ? { ...own, status: 503 } : own,
    ),
  },
  {
    name: 'responds 404 instead of 403 to an unknown payer',
    questions: ['passthrough-refusal'],
    hosts: only('base'),
    alter: changeResponses((own, { operation }) =>
      operation === 'generate-content' && own.status === 403 ? { ...own, status: 404 } : own,
    ),
  },
  {
    name: 'responds 202 to a started phone call, and 201 to what else is created',
    questions: ['success-status'],
    alter: changeResponses((own, { operation }) => {
      if (own.status !== 200 || !/^(start|buy|enroll|init|create)-/.test(operation ?? '')) return own;
      return { ...own, status: operation === 'start-call' ? 202 : 201 };
    }),
  },
  {
    name: 'sends no receipt for streams',
    questions: ['stream-settlement'],
    hosts: only('base'),
    alter: changeResponses(({ trailers: _, ...own }) => ({
      ...own,
      headers: own.parts ? withoutHeaders(own.headers, 'trailer') : own.headers,
    })),
  },
  {
    name: 'names another service in the backend header',
    questions: ['service-name-in-headers'],
    alter: changeResponses((own) => ({
      ...own,
      headers: Object.fromEntries(
        Object.entries(own.headers).map(([name, value]) => [name.replace(/^x-.+-backend$/i, 'X-Hub-Backend'), value]),
      ),
    })),
  },
  {
    name: 'responds 429 after a pause',
    choice: 'pace',
    alter: changeResponses(async (own) => {
      if (own.status === 429) await delay(50);
      return own;
    }),
  },
]);
