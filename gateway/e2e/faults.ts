import { randomBytes } from 'node:crypto';
import type { Parts } from '#gateway/start.ts';
import type { OperationDefinition, Route, Validator } from '#runtime/operation.ts';
import type { Payments } from '#runtime/payment/payments.ts';
import { Problem } from '#runtime/problem.ts';
import type { Change } from './front.ts';

/** One way to break the gateway and the rule that must be named for it. */
export interface Fault {
  readonly name: string;
  /** A failing run has to name this rule. */
  readonly rule: string;
  /** Rules to judge: all that could plausibly notice, so that naming the right one is an achievement. */
  readonly only: readonly string[];
  readonly alter?: (parts: Parts) => Parts;
  /** Applied to answers on their way out, for what the parts cannot express. */
  readonly change?: Change;
}

/** Ten behaviour faults; each alone must make a run fail. */
export const faults: readonly Fault[] = [
  {
    name: 'an off-by-one bound',
    rule: 'search.max-results.maximum',
    only: ['search.*'],
    alter: (parts) =>
      withBody(parts, 'search', (validate) => (input) => {
        const one = Object(input);
        return one.max_results === 51 ? validate({ ...one, max_results: 50 }) : validate(input);
      }),
  },
  {
    name: 'a price factor',
    rule: 'generate-image.price.amount',
    only: ['generate-image.*', 'payment.challenge.*'],
    alter: (parts) =>
      withRoute(parts, 'generate-image', ({ quote, ...route }) => ({
        ...route,
        ...(quote && {
          quote: (input) => {
            const { amount, breakdown } = quote(input);
            return { amount: ((amount - 1000n) * 106n) / 105n + 1000n, breakdown };
          },
        }),
      })),
  },
  {
    name: 'a replay accepted',
    rule: 'payment.replay.claimed-once',
    only: ['payment.*'],
    alter: (parts) =>
      withPayments(parts, (payments) => ({
        open: (payment, fingerprint) =>
          payments.open(payment, fingerprint).catch((error: unknown) => {
            if (!(error instanceof Problem) || error.id !== 'payment-replay') throw error;
            return payments.open({ ...payment, nonce: freshNonce() }, fingerprint);
          }),
      })),
  },
  {
    name: 'a double settlement under twenty concurrent polls',
    rule: 'image-slow.settles-once',
    only: ['image-slow.*', 'image-job.*'],
    alter: (parts) =>
      withPayments(parts, (payments) => ({
        settle: async (claim, call, usage) => {
          if (call.payment && call.route.auth === 'wallet') {
            const value = (await payments.settle(claim, call, usage)) && (await claimedAmount(parts, claim));
            const again = await payments.open({ ...call.payment, nonce: freshNonce(), amount: value }, claim);
            return payments.settle(again.id, call, usage);
          }
          return payments.settle(claim, call, usage);
        },
      })),
  },
  {
    name: 'a charge on failure',
    rule: 'search.errors.upstream-failed',
    only: ['search.errors.*', 'search.response.*'],
    alter: (parts) => {
      const route = routeOf(parts, 'search');
      return withPayments(parts, (payments) => ({
        release: async (claim) => void (await payments.settle(claim, { route })),
      }));
    },
  },
  {
    name: 'a header that differs from the body',
    rule: 'payment.challenge.header-agrees',
    only: ['payment.challenge.*'],
    change: ({ status, headers, text }) => {
      const header = headers['payment-required'];
      if (status !== 402 || typeof header !== 'string') return { headers, text };
      const required = JSON.parse(Buffer.from(header, 'base64').toString());
      for (const offer of required.accepts ?? []) offer.amount = String(BigInt(offer.amount) + 1n);
      const encoded = Buffer.from(JSON.stringify(required)).toString('base64');
      return { headers: { ...headers, 'payment-required': encoded, 'x-payment-required': encoded }, text };
    },
  },
  {
    name: 'a missing breakdown',
    rule: 'create-chat-completion.challenge.price.breakdown.required',
    only: ['create-chat-completion.challenge.*', 'create-chat-completion.price.*'],
    change: ({ status, headers, text }) => {
      if (status !== 402) return { headers, text };
      const { price, ...body } = JSON.parse(text);
      const { breakdown: _breakdown, ...rest } = Object(price);
      return { headers, text: JSON.stringify({ ...body, price: rest }) };
    },
  },
  {
    name: 'a strict body made lax',
    rule: 'lookup-phone.unknown-keys',
    only: ['lookup-phone.*'],
    alter: (parts) =>
      withBody(parts, 'lookup-phone', (validate) => (input) => {
        const { phoneNumber } = Object(input);
        return validate(phoneNumber === undefined ? input : { phoneNumber });
      }),
  },
  {
    name: 'a stream without an error event',
    rule: 'chat-cut-stream.error-event-last',
    only: ['chat-cut-stream.*', 'create-chat-completion.stream'],
    change: ({ headers, text }) => ({
      headers,
      text: text
        .split('\n\n')
        .filter((event) => !event.startsWith('event: error') && !event.includes('"error"'))
        .join('\n\n'),
    }),
  },
  {
    name: 'a rate limit off by one',
    rule: 'limits.catalog-reads.list-models',
    only: ['limits.*'],
    alter: (parts) => {
      const limit = parts.host.limits['catalog-reads'];
      if (!limit) throw new Error('The host has no catalog limit.');
      const limits = { ...parts.host.limits, 'catalog-reads': { ...limit, count: limit.count + 1 } };
      return { ...parts, host: { ...parts.host, limits } };
    },
  },
];

const freshNonce = (): `0x${string}` => `0x${randomBytes(32).toString('hex')}`;

function routeOf({ host }: Parts, id: string): Route {
  const route = host.routes.find(({ operation }) => operation.id === id);
  if (!route) throw new Error(`The host does not serve ${id}.`);
  return route;
}

/** Replaces one route. */
export function withRoute(parts: Parts, id: string, change: (route: Route) => Route): Parts {
  const changed = routeOf(parts, id);
  const routes = parts.host.routes.map((route) => (route === changed ? change(route) : route));
  return { ...parts, host: { ...parts.host, routes } };
}

/** Replaces the body validator of one operation. */
export function withBody(
  parts: Parts,
  id: string,
  change: (validate: Validator<unknown>) => Validator<unknown>,
): Parts {
  return withRoute(parts, id, (route) => {
    const { body } = route.operation;
    if (!body) throw new Error(`${id} takes no body.`);
    const operation: OperationDefinition = { ...route.operation, body: change(body) };
    return { ...route, operation };
  });
}

function withPayments(parts: Parts, change: (payments: Payments) => Partial<Payments>): Parts {
  const { payments } = parts.services;
  return { ...parts, services: { ...parts.services, payments: { ...payments, ...change(payments) } } };
}

/** Micro-USDC that a claim was made for. */
async function claimedAmount(parts: Parts, claim: string): Promise<bigint> {
  const found = await parts.services.store.claims.find(claim);
  if (!found) throw new Error(`There is no claim ${claim}.`);
  return found.payment.amount;
}
