/**
 * The order in which a request is handled.
 *
 * Every call: route, authenticate, limits, parse, validate, quote; then, by who pays for it,
 * - the payment of the call: challenge or verify, claim, call, settle, receipt (`pipeline/paid.ts`);
 * - an account: reserve, call, charge, usage row (`pipeline/account.ts`);
 * - no one: call (`pipeline/free.ts`).
 */

import { noHeaders } from '../http/headers.ts';
import { type CheckedInput, readInput } from '../http/input.ts';
import type { Answer, IncomingCall } from '../http/request.ts';
import { createRouter, type Match, type Router } from '../http/router.ts';
import type { CallFacts } from '../operation/facts.ts';
import type { HostDefinition } from '../operation/host.ts';
import type { Route } from '../operation/operation.ts';
import { Problem, UnknownCaller } from '../operation/problem.ts';
import { recoverTogether } from '../payment/evm/recover-together.ts';
import { createVerifier } from '../payment/verify.ts';
import type { Account } from '../store/accounts.ts';
import { serveAccount } from './account.ts';
import { createAnswers } from './answers.ts';
import { type CallRecord, createCallRecord } from './call-record.ts';
import { serveFree } from './free.ts';
import { createKeptAnswers } from './kept-answers.ts';
import { createLimits } from './limits.ts';
import { servePaid, serveWallet } from './paid.ts';
import type { Handlers, PipelineParts, RequestChecks } from './parts.ts';
import type { CheckedRequest, RequestContext } from './request-context.ts';
import type { Services } from './services.ts';

export type { Handlers, RequestChecks } from './parts.ts';

/** The pipeline of one host. */
export interface Pipeline {
  /** Answers one request; never rejects. */
  serve(call: IncomingCall): Promise<Answer>;
  /** Forgets the counts of every limit. */
  resetLimits(): void;
}

/** Creates the pipeline of one host. */
export function createPipeline(
  host: HostDefinition,
  handlers: Handlers,
  services: Services,
  checks: RequestChecks = {},
): Pipeline {
  const parts: PipelineParts = {
    host,
    handlers,
    checks,
    services,
    answers: createAnswers(host, services),
    limits: createLimits(host, services.clock, services.store.counters),
    keptAnswers: createKeptAnswers({ ...services, records: services.store.records }),
    verify: host.payment && createVerifier(host.payment, services.blocks, services.settler, recoverTogether),
  };
  const findRoute = createRouter(host);
  return { serve: (incoming) => serve(parts, findRoute, incoming), resetLimits: parts.limits.reset };
}

async function serve(parts: PipelineParts, findRoute: Router, incoming: IncomingCall): Promise<Answer> {
  const record = createCallRecord(parts.services, incoming.headers['x-request-id']);
  const match = findRoute(incoming.method, incoming.path);
  const answer = await respond(parts, match, incoming, record);
  return record.ends(answer, match.route?.operation.id);
}

async function respond(
  parts: PipelineParts,
  { route, params, allowed }: Match,
  incoming: IncomingCall,
  record: CallRecord,
): Promise<Answer> {
  const { answers, checks, limits, services } = parts;
  if (!route) return answers.unrouted({ incoming, headers: noHeaders }, allowed);

  let context: RequestContext = { incoming, route, headers: noHeaders, record };
  try {
    // A call without an account or a limit does not wait for either.
    const account = paysByKey(parts.host, route, incoming)
      ? await services.payments.accounts.authenticate(incoming.headers)
      : undefined;
    const caller = { ip: incoming.ip, account: account?.id };
    const headers = route.limits.length > 0 ? await limits.count(route, caller) : noHeaders;
    context = { incoming, route, headers, record };
    if (account) record.note({ account: account.id });
    if (route.operation.closed) throw new Problem(route.operation.closed);
    const { input, bytes } = await readInput(route, incoming, params, checks[route.operation.id]);
    const quote = route.quote?.(input);
    record.note({ ...(quote && { quoted: quote.amount }), ...modelOf(input) });
    const checked: CheckedRequest = { incoming, route, headers, input, bytes, quote, record };
    context = checked;
    return await serveChecked(parts, checked, account);
  } catch (error) {
    return answers.problem(context, error);
  }
}

/** Whether an API key pays for a call, or says whose job it names: always on a host with keys alone, else where one was sent. */
function paysByKey({ keys }: HostDefinition, { auth }: Route, { headers }: IncomingCall): boolean {
  return auth === 'key' || (keys === true && auth !== 'none' && /^bearer /i.test(headers.authorization ?? ''));
}

async function serveChecked(
  parts: PipelineParts,
  checked: CheckedRequest,
  account: Account | undefined,
): Promise<Answer> {
  if (costsNothing(checked)) return serveUnsigned(parts, checked);
  if (checked.incoming.method === 'HEAD' && isSold(checked)) return offerOf(parts, checked);
  if (account) return serveAccount(parts, checked, account);
  if (checked.route.auth === 'payment')
    return (await isFree(parts, checked)) ? serveUnsigned(parts, checked) : servePaid(parts, checked);
  if (checked.route.auth === 'wallet') return serveWallet(parts, checked);
  return serveFree(parts, checked);
}

/** Whether a call without a payment is one of those that its caller has free of charge. */
async function isFree({ host, limits }: PipelineParts, { route, incoming }: CheckedRequest): Promise<boolean> {
  const { payment, freeCalls } = host;
  if (!payment || !freeCalls || route.operation.settles !== 'after-upstream') return false;
  const isPaid = payment.transport.payment.headers.some((name) => incoming.headers[name.toLowerCase()] !== undefined);
  return !isPaid && limits.takesFree({ ip: incoming.ip });
}

/** Serves a call that costs nothing without a signature, unless its handler has to know who signs. */
async function serveUnsigned(parts: PipelineParts, checked: CheckedRequest): Promise<Answer> {
  try {
    return await serveFree(parts, checked);
  } catch (error) {
    if (error instanceof UnknownCaller) return servePaid(parts, checked);
    throw error;
  }
}

/** The model that a request names; the adapter of a provider notes its own name for it. */
function modelOf({ request }: CheckedInput): CallFacts {
  const { model }: { readonly model?: unknown } = Object(request);
  return typeof model === 'string' ? { model } : {};
}

/**
 * Whether a paid call costs nothing: no signature is asked for, since it would move nothing.
 *
 * It still is where the payment says who calls: by `auth: wallet`, or as the owner of a job.
 */
function costsNothing({ route, quote }: CheckedRequest): boolean {
  return route.auth === 'payment' && quote?.amount === 0n && route.operation.settles === 'after-upstream';
}

/** Whether a call costs something, or may settle something. */
function isSold({ route, quote }: CheckedRequest): boolean {
  return quote !== undefined || route.meter !== undefined || route.operation.settles !== 'never';
}

/**
 * Answers `HEAD` of a call that is sold. Its response has no content (RFC 9110, section 9.3.2), so it is never charged,
 * whatever payment comes with it: it says what `GET` costs, or that only `GET` is served.
 */
function offerOf({ host, answers }: PipelineParts, checked: CheckedRequest): Answer {
  if (checked.quote && host.payment) return answers.challenge(checked, checked.quote);
  throw new Problem('method-not-allowed', {}, { Allow: 'GET, OPTIONS' });
}
