import { randomBytes } from 'node:crypto';
import { sleep } from './clock.ts';
import { on } from './faults.ts';
import { HttpError, type Req } from './http.ts';
import type { Route } from './router.ts';
import { state } from './state.ts';

/** What the simulated upstream can be scripted to do. Service tiers exist on the account host only. */
export const outcomes = [
  'succeed',
  'fail',
  'reject',
  'timeout',
  'slow',
  'cut',
  'empty',
  'capacity',
  'mirror_fail',
  'unconfigured',
] as const;

/** One of the outcomes. */
export type Outcome = (typeof outcomes)[number];

/** What the next call of an upstream does. */
export interface Turn {
  outcome: Outcome;
  detail: Record<string, unknown>;
}

/** A scripted outcome for some routes and the calls it is left for. */
export interface Script extends Turn {
  routes: Route[];
  times: number;
}

/** Own answers of a service for single outcomes. */
export type Failures = Partial<Record<Outcome, (turn: Turn) => HttpError>>;

/** Replace what is scripted for these routes. */
export function script(routes: Route[], outcome: Outcome, times: number, detail: Record<string, unknown>): void {
  state.scripts = state.scripts.filter((item) => !item.routes.some((route) => routes.includes(route)));
  if (outcome !== 'succeed') state.scripts.push({ routes, outcome, times, detail });
}

function next(route: Route): Script | undefined {
  return state.scripts.find((item) => item.times > 0 && item.routes.includes(route));
}

/** A 502 for a failing provider. */
export function upstreamError(message = 'The provider failed. Nothing was charged.'): HttpError {
  return new HttpError(502, { error: 'Upstream error', code: 'UPSTREAM_ERROR', message });
}

/** The status that a refusing upstream names, 400 unless scripted. */
export function rejectStatus(turn: Turn): number {
  const { status } = turn.detail;
  return typeof status === 'number' && Number.isInteger(status) && status >= 400 && status <= 499 ? status : 400;
}

function capacityOf(turn: Turn): { seconds: number; source: string } {
  const { retry_after_seconds: seconds, source } = turn.detail;
  return {
    seconds: typeof seconds === 'number' && Number.isFinite(seconds) && seconds >= 0 ? Math.ceil(seconds) : 60,
    source: typeof source === 'string' && /^[\w.:-]+$/.test(source) ? source : `pool-${randomBytes(3).toString('hex')}`,
  };
}

/** A 429 for an upstream at its capacity. */
export function rateLimited(turn: Turn): HttpError {
  const { seconds, source } = capacityOf(turn);
  return new HttpError(
    429,
    {
      error: 'Rate limited',
      code: 'RATE_LIMITED',
      source,
      retry_after_seconds: seconds,
      details: 'The upstream answered 429.',
    },
    { 'Retry-After': String(on('retry-after-fixed') ? 60 : seconds), 'X-RateLimit-Source': source },
  );
}

const usual: Failures = {
  fail: () => upstreamError(),
  reject: (turn) =>
    new HttpError(rejectStatus(turn), {
      error: 'Upstream rejected the request',
      message: 'The provider refused the input.',
    }),
  timeout: () => upstreamError('The provider did not answer in time. Nothing was charged.'),
  cut: () => upstreamError('The answer of the provider broke off. Nothing was charged.'),
  capacity: rateLimited,
  unconfigured: () =>
    new HttpError(503, { error: 'Service unavailable', message: 'This integration is not configured or is paused.' }),
};

function throwFailure(turn: Turn, own: Failures): void {
  const failure = own[turn.outcome] ?? usual[turn.outcome];
  if (failure) throw failure(turn);
}

/** Answer 503 when the integration is scripted as unconfigured. Nothing is claimed by then. */
export function refuseUnconfigured(req: Req, own: Failures): void {
  const turn = next(req.route);
  if (turn?.outcome !== 'unconfigured') return;
  turn.times -= 1;
  throwFailure(turn, own);
}

/** What the upstream of a route does now. Each call uses up one scripted turn. */
export function take(route: Route): Turn {
  const turn = next(route);
  if (!turn) return { outcome: 'succeed', detail: {} };
  turn.times -= 1;
  return { outcome: turn.outcome, detail: turn.detail };
}

/** Whether a job is accepted first and fails, or is slow, later. */
export function failsLater(turn: Turn): boolean {
  return ['fail', 'timeout'].includes(turn.outcome) && turn.detail.stage === 'run';
}

/** Ends the request when the turn is a failure. `handled` lists the outcomes that the service deals with itself. */
export async function answerFailure(turn: Turn, own: Failures, handled: readonly Outcome[] = []): Promise<void> {
  if (turn.outcome === 'slow' && !handled.includes('slow')) await sleep(300);
  if (handled.includes(turn.outcome)) return;
  throwFailure(turn, own);
}

/** Ask the upstream of a free route. */
export async function ask(req: Req, own: Failures = {}, handled: readonly Outcome[] = []): Promise<Turn> {
  refuseUnconfigured(req, own);
  const turn = take(req.route);
  await answerFailure(turn, own, handled);
  return turn;
}
