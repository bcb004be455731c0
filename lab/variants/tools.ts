import { isObject } from '@tollwright/runtime/values/json';
import type { Alteration } from '#gateway/start.ts';
import { errors } from '#generated/errors.ts';
import { wrapHandlers } from '../toolkit/handlers.ts';
import { type JsonObject, objectsIn } from '../toolkit/messages.ts';
import { changeBody, rejectBody } from '../toolkit/requests.ts';
import { changeLimit, changePrice } from '../toolkit/routes.ts';
import { changeJson, changeResponses, changeSuccess } from '../toolkit/server.ts';
import { bodyFields, contracts, operationsAt } from './contract.ts';
import { defineVariants } from './variant.ts';

const webReads = operationsAt(/\{websearch\}/);
const socials = ['look-up-users', 'list-followers', 'list-followings'];

/** Changes the status of responses of operations. */
const restating = (ids: readonly string[], from: number, to: number): Alteration =>
  changeResponses((own, { operation = '' }) =>
    own.status === from && ids.includes(operation) ? { ...own, status: to } : own,
  );

/** Raises values below a bound to the bound. */
const raising = (ids: readonly string[], least: Readonly<Record<string, number>>): Alteration =>
  changeBody(ids, (body) =>
    Object.fromEntries(
      Object.entries(body).map(([name, value]) => {
        const bound = least[name];
        return [name, bound !== undefined && typeof value === 'number' && value < bound ? bound : value];
      }),
    ),
  );

/** The given names without the sign before them. */
function namesIn(given: unknown): ReadonlySet<string> {
  const names = typeof given === 'string' ? given.split(',') : Array.isArray(given) ? given.map(String) : [];
  return new Set(names.map((name) => name.replace(/^@/, '')));
}

const dropping =
  (...names: readonly string[]) =>
  (body: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));

/** Keeps the fields that a schema has. */
const knownOnly =
  (operation: string) =>
  (body: JsonObject): JsonObject => {
    const known = bodyFields(contracts.base, operation);
    return Object.fromEntries(Object.entries(body).filter(([name]) => name in known));
  };

/** Lets any key use a number as if it had bought it. */
const withoutOwner: Alteration = (parts) => {
  const owners = new Map<unknown, string | undefined>();
  const bought = wrapHandlers(['buy-number'], (handle) => async (call) => {
    const reply = await handle(call);
    if (isObject(reply.body)) owners.set(reply.body.phone_number, call.account);
    return reply;
  });
  const handled = wrapHandlers(['renew-number', 'release-number'], (handle) => (call) => {
    const owner = owners.get(isObject(call.request) ? call.request.phone_number : undefined);
    return handle({ ...call, ...(owner !== undefined && { account: owner }) });
  });
  return bought(handled(parts));
};

/** Sandboxes, phones, faces, social data and web searches where the documents leave a choice. */
export const tools = defineVariants('tools', [
  {
    name: 'runs no commands in its sandboxes',
    questions: ['sandbox-provider'],
    alter: changeSuccess('exec-in-sandbox', (body) => ({ ...body, stdout: 'done', stderr: '', returncode: 0 })),
  },
  {
    name: 'reports phone calls in older status words',
    questions: ['call-statuses'],
    alter: changeSuccess('get-call', (body) => (body.status === 'error' ? { ...body, status: 'no_answer' } : body)),
  },
  {
    name: 'lets every key renew and release a number',
    questions: ['characters-on-account'],
    hosts: ['account'],
    alter: withoutOwner,
  },
  {
    name: 'accepts enrollments without a name or an image',
    questions: ['realface-required-fields'],
    alter: changeBody(['enroll-realface'], (body) => ({
      name: 'Nobody',
      image_url: 'https://media.example/faces/nobody.jpg',
      ...body,
    })),
  },
  {
    name: 'knows no number whose lease has expired',
    questions: ['renew-after-expiry'],
    alter: changeResponses((own, { operation }) =>
      (operation === 'renew-number' || operation === 'release-number') &&
      own.status === 403 &&
      String(own.body).includes('"expired"')
        ? { ...own, body: JSON.stringify({ error: 'Not your number', reason: 'not_found' }) }
        : own,
    ),
  },
  {
    name: 'ignores unknown fields of phone calls',
    questions: ['unknown-keys-of-calls'],
    alter: changeBody(['start-call'], knownOnly('start-call')),
  },
  {
    name: 'responds 409 to commands in an ended sandbox',
    questions: ['sandbox-after-end'],
    alter: changeResponses((own, { operation }) =>
      operation === 'exec-in-sandbox' && own.status === 400 && /ended|terminated/i.test(String(own.body))
        ? { ...own, status: 409 }
        : own,
    ),
  },
  {
    name: 'omits the return code of an ended sandbox',
    questions: ['sandbox-after-end'],
    choice: 'code of an ended sandbox',
    alter: changeSuccess('get-sandbox-status', (body) => ({ ...body, returncode: null })),
  },
  {
    name: 'accepts sandbox sizes below the minimum',
    questions: ['sandbox-bounds'],
    // What is taken anyway stays as it was asked for, which is what a sandbox has.
    alter: raising(['create-sandbox', 'exec-in-sandbox'], { timeout: 1, cpu: Number.MIN_VALUE, memory: 64 }),
  },
  {
    name: 'reports timed-out commands with another return code',
    questions: ['sandbox-exec-timeout'],
    alter: changeSuccess('exec-in-sandbox', (body) =>
      body.returncode === 124 ? { ...body, returncode: -1, timed_out: true } : body,
    ),
  },
  {
    name: 'ignores sandbox options that are not enabled',
    questions: ['sandbox-extras'],
    alter: changeBody(['create-sandbox'], dropping('gpu', 'setup_commands')),
  },
  {
    name: 'requires an image for a sandbox',
    questions: ['sandbox-image-default'],
    alter: rejectBody(['create-sandbox'], ({ image }) => (image === undefined ? 'image' : undefined)),
  },
  {
    name: 'responds 403 to sandboxes of other owners',
    questions: ['sandbox-ownership'],
    alter: restating(operationsAt(/\{sandbox\}/), 404, 403),
  },
  {
    name: 'accepts an empty user lookup',
    questions: ['social-empty-lookup'],
    alter: changeBody(['look-up-users'], (body) =>
      (typeof body.usernames === 'string' || Array.isArray(body.usernames)) &&
      [...namesIn(body.usernames)].every((name) => name.trim() === '')
        ? { ...body, usernames: ['nobody'] }
        : body,
    ),
  },
  {
    name: 'counts each social path on its own',
    questions: ['social-limit-counters'],
    hosts: ['base'],
    alter: changeLimit('social-calls', (limit) => ({ ...limit, shared: false })),
  },
  {
    name: 'counts each social path of a key on its own',
    questions: ['social-limit-counters'],
    hosts: ['account'],
    alter: changeLimit('account-social-calls', (limit) => ({ ...limit, shared: false })),
  },
  {
    name: 'counts social data by address on the account host',
    questions: ['social-limit-counters'],
    hosts: ['account'],
    alter: changeLimit('account-social-calls', (limit) => ({ ...limit, key: 'ip' })),
  },
  {
    name: 'charges for user names that differ in case only',
    questions: ['social-name-forms'],
    hosts: ['base'],
    alter: changePrice(['look-up-users'], (_, { request }) => {
      const micro = BigInt(Math.min(namesIn(request.usernames).size, 100)) * 2000n;
      return micro > 20_000n ? micro : 20_000n;
    }),
  },
  {
    name: 'lists 160 followers on a page',
    questions: ['social-page-size'],
    alter: changeJson((body, { status }, { operation = '' }) => {
      const list = { 'list-followers': 'followers', 'list-followings': 'followings' }[operation];
      if (status !== 200 || list === undefined || !isObject(body) || body.has_next_page !== true) return undefined;
      return { ...body, [list]: objectsIn(body[list]).slice(0, 160), total_returned: 160 };
    }),
  },
  {
    name: 'adds fields to social data',
    questions: ['social-name-forms'],
    choice: 'forms of names',
    alter: changeJson((body, { status }, { operation = '' }) =>
      status === 200 && socials.includes(operation) && isObject(body)
        ? { ...body, users: objectsIn(body.users).map((user) => ({ verified: true, ...user })) }
        : undefined,
    ),
  },
  {
    name: 'charges 0.003 USD for each page',
    questions: ['web-contents-price'],
    hosts: ['base'],
    alter: changePrice(
      ['web-contents'],
      (_, { request }) => BigInt(Array.isArray(request.urls) ? request.urls.length : 1) * 3000n,
    ),
  },
  {
    name: 'accepts searches for less than one result',
    questions: ['web-search-bounds'],
    alter: raising(webReads, { numResults: 1 }),
  },
  {
    name: 'reports web search capacity like other providers',
    questions: ['web-search-capacity'],
    choice: 'web capacity',
    alter: changeJson((body, { status }, { operation = '' }) =>
      status === 429 && webReads.includes(operation)
        ? { ...errors['rate-limited']?.body, retry_after_seconds: 1, source: 'upstream', details: body }
        : undefined,
    ),
  },
  {
    name: 'responds 500 to a failed search provider',
    questions: ['web-search-failures'],
    alter: restating(webReads, 502, 500),
  },
  {
    name: 'wraps web search results',
    questions: ['web-search-wrapper'],
    alter: changeJson((body, { status }, { operation = '' }) =>
      status === 200 && webReads.includes(operation) ? { data: body } : undefined,
    ),
  },
  {
    name: 'returns results of every source',
    questions: ['search-results-per-source'],
    alter: changeSuccess('search', (body) => ({
      ...body,
      ...(Array.isArray(body.citations) && {
        citations: body.citations.flatMap((url: unknown) => [url, `${url}?source=news`, `${url}?source=web`]),
      }),
    })),
  },
]);
