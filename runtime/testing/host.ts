/** A small service by which the runtime is tested: it sells echoes, loans and stories. */

import type { Quote } from '../money/formula.ts';
import type { ErrorDefinition, HostDefinition } from '../operation/host.ts';
import type { Input, OperationDefinition, Route } from '../operation/operation.ts';
import type { Validation } from '../validation/issue.ts';
import { testTransport } from './transport.ts';

/** Body of the test operations. */
export interface Ask {
  readonly text: string;
  readonly count: number;
}

function validate(input: unknown): Validation<Ask> {
  const body: Record<string, unknown> = typeof input === 'object' && input !== null ? { ...input } : {};
  const { text, count = 1 } = body;
  if (typeof text !== 'string') {
    return { ok: false, issues: [{ path: ['text'], rule: 'echo.text.type', message: 'text must be a string' }] };
  }
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 1) {
    return { ok: false, issues: [{ path: ['count'], rule: 'echo.count.type', message: 'count must be a number' }] };
  }
  return { ok: true, value: { text, count } };
}

/** A thousandth of a dollar for each echo. */
function quote({ request }: Input<Ask>): Quote {
  return { amount: BigInt(request.count) * 1000n, breakdown: { echoes: `${request.count}` } };
}

function operation(id: string, method: 'GET' | 'POST', over: Partial<OperationDefinition> = {}): OperationDefinition {
  const body = method === 'POST' ? { body: validate } : {};
  return {
    id,
    method,
    summary: `Serve ${id}`,
    contentTypes: ['application/json'],
    settles: 'never',
    ...body,
    ...over,
  };
}

function route(path: string, of: OperationDefinition, over: Partial<Route> = {}): Route {
  return { operation: of, path, auth: 'none', conditions: [], limits: [], errors: {}, ...over };
}

const paid = { auth: 'payment', quote } as const;

const unlucky = {
  id: 'echo.lucky',
  message: 'nobody sells thirteen',
  error: 'unlucky',
  names: 'count',
  holds: ({ request }: Input<Ask>) => request.count !== 13,
};

const errors: readonly ErrorDefinition[] = [
  { id: 'unlucky', http: 422, body: { error: 'Unlucky', reason: 'superstition' }, headers: { 'X-Luck': 'none' } },
  { id: 'payment-required', http: 402, body: { error: 'Payment Required' } },
  { id: 'payment-invalid', http: 402, body: { error: 'Payment verification failed', code: 'PAYMENT_INVALID' } },
  { id: 'payment-unfunded', http: 402, body: { error: 'Payment verification failed', code: 'PAYMENT_UNFUNDED' } },
  { id: 'payment-replay', http: 402, body: { error: 'Payment verification failed', code: 'PAYMENT_REPLAY' } },
  {
    id: 'payment-blockhash-stale',
    http: 402,
    body: { error: 'Payment verification failed', code: 'PAYMENT_BLOCKHASH_STALE' },
  },
  { id: 'settlement-failed', http: 402, body: { error: 'Payment settlement failed' } },
  { id: 'own-body', http: 400, body: { error: 'Own words' }, headers: {} },
  { id: 'out-of-paper', http: 502, body: { error: 'Out of paper' }, headers: {} },
  { id: 'busy', http: 429, body: { error: 'Too many calls' }, headers: { 'X-RateLimit-Reset': '', 'X-Nobody': '' } },
];

/** The host that is paid per call. */
export const host: HostDefinition = {
  id: 'toy',
  title: 'Toy',
  auth: 'x402',
  prefix: '/toy',
  absent: ['/bare'],
  payment: {
    scheme: 'exact',
    transport: testTransport,
    network: 'eip155:8453',
    asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    decimals: 6,
    domain: { name: 'USD Coin', version: '2' },
    window: 300,
  },
  routes: [
    route('/toy/echo', operation('echo', 'POST', { settles: 'after-upstream' }), { ...paid, conditions: [unlucky] }),
    route('/toy/shout', operation('shout', 'POST'), { ...paid, errors: { 'invalid-body': 'own-body' } }),
    route('/toy/loans', operation('lend', 'POST', { settles: 'on-poll' }), { ...paid, window: 600 }),
    route('/toy/loans/{id}', operation('poll', 'GET'), { auth: 'wallet' }),
    route('/toy/story', operation('story', 'POST', { settles: 'after-upstream' }), paid),
    route('/toy/free', operation('free', 'GET'), { limits: ['free'] }),
    route('/toy/deep/{path+}', operation('deep', 'GET')),
    route('/toy/{kind}:weigh', operation('weigh', 'GET')),
    route('/toy/deep/{path+}/end', operation('deep-end', 'GET')),
    route('/toy/boxes/{box}/lid', operation('lid', 'GET')),
    route('/toy/boxes/blue/{part}', operation('blue-part', 'GET')),
    route('/toy/boxes/{box}', operation('box', 'GET')),
    route('/toy/closed', operation('closed', 'POST', { closed: 'unlucky' }), { auth: 'none' }),
    route('/toy/unmade', operation('unmade', 'GET')),
    route('/bare/echo', operation('bare', 'GET')),
  ],
  errors: Object.fromEntries(errors.map((error) => [error.id, error])),
  limits: { free: { id: 'free', count: 3, window: 60, key: 'ip', shared: true, error: 'busy' } },
};

/** The host that is paid from an account: what it weighs, it charges by the word. */
export const accountHost: HostDefinition = {
  ...host,
  id: 'toy-account',
  auth: 'bearer',
  routes: [
    route('/toy/echo', operation('echo', 'POST'), { auth: 'key', quote }),
    route('/toy/story', operation('story', 'POST'), {
      auth: 'key',
      reserve: () => ({ amount: 1000n, breakdown: {} }),
      meter: ({ response }) => ({ amount: BigInt(words(response)) * 10n, breakdown: {} }),
    }),
    route('/toy/loans', operation('lend', 'POST'), { auth: 'key', quote }),
    route('/toy/loans/{id}', operation('poll', 'GET'), { auth: 'key' }),
    route('/toy/free', operation('free', 'GET'), { auth: 'key', limits: ['by-key'] }),
  ],
  limits: { 'by-key': { id: 'by-key', count: 3, window: 3600, key: 'api-key', shared: false, error: 'busy' } },
};

function words(response: unknown): number {
  return typeof response === 'object' && response !== null && 'words' in response ? Number(response.words) : 0;
}
