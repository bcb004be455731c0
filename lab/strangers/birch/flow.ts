import { challenge, type Quote, settlementFailed } from './challenge.ts';
import { sleep } from './clock.ts';
import { on } from './faults.ts';
import type { Reply, Req, Write } from './http.ts';
import type { Job } from './jobs.ts';
import { type Authorization, type Claim, claim, type Receipt, receiptHeaders, settle } from './ledger.ts';
import { count, type Limit } from './limits.ts';
import { authorize, paymentHeader, refusePoor, refuseReplay } from './payment.ts';
import type { PriceInfo, Route } from './router.ts';
import {
  answerFailure,
  ask,
  type Failures,
  failsLater,
  type Outcome,
  refuseUnconfigured,
  type Turn,
  take,
} from './upstream.ts';

/** A paid call between its claim and its settlement. */
export interface Call {
  req: Req;
  payer: string;
  auth: Authorization;
  claim: Claim;
  quote: Quote;
  turn: Turn;
  job?: Job;
}

/** The result of the work of a paid call. */
export interface Done {
  status?: number;
  headers?: Record<string, string>;
  /** The JSON body, built once the settlement is known. */
  body?: (receipt: Receipt | undefined) => unknown;
  /** A streamed body instead. */
  stream?: (write: Write) => void;
  /** `none`: nothing is charged and the hold ends; `later`: a job settles on its poll. */
  charge?: 'none' | 'later';
}

/** What every paid operation says. */
interface PaidBase<T> {
  method?: string | string[];
  path: string;
  summary: string;
  suffix?: string;
  only?: Record<string, readonly string[]>;
  price: PriceInfo;
  upstream?: boolean;
  failures?: Failures;
  /** Outcomes that `run` deals with itself. */
  handles?: readonly Outcome[];
  /** The work can be accepted first and fail later: `run` deals with that too. */
  stages?: boolean;
  /** Counted per IP without payment, per wallet with it. */
  limit?: Limit;
  check(req: Req): T | Promise<T>;
  /** Checks that need the payer; nothing is claimed yet. */
  permit?(input: T, payer: string, req: Req): void;
  /** Right after the claim. */
  begin?(input: T, call: Call): void;
  run(input: T, call: Call): Done | Promise<Done>;
  /** After the upstream or the work failed. */
  failed?(call: Call): void;
  /** Undo the work when its settlement fails. */
  undo?(call: Call): void;
  /** The service bears the cost when the settlement fails. */
  absorbs?: boolean;
}

/** A paid operation whose body is checked before the challenge. */
export interface EarlySpec<T> extends PaidBase<T> {
  quote(input: T, req: Req): Quote;
}

/** A paid operation of one price whose body is checked once the payment is verified. */
export interface LateSpec<T> extends PaidBase<T> {
  fixed: Quote;
}

function countClient(limit: Limit | undefined, client: string): void {
  if (limit) count(limit, client);
}

async function prepare<T>(
  spec: EarlySpec<T> | LateSpec<T>,
  req: Req,
): Promise<{ input: T; quote: Quote; auth: Authorization }> {
  if (paymentHeader(req) === undefined) countClient(spec.limit, req.ip);
  if ('fixed' in spec) {
    const auth = await authorize(spec.fixed, req);
    return { input: await spec.check(req), quote: spec.fixed, auth };
  }
  const input = await spec.check(req);
  const quote = spec.quote(input, req);
  return { input, quote, auth: await authorize(quote, req) };
}

async function work<T>(spec: PaidBase<T>, input: T, call: Call): Promise<Done> {
  try {
    if (spec.upstream !== false) {
      call.turn = take(call.req.route);
      const refusedChat = call.turn.outcome === 'reject' && call.req.route.path.startsWith('/api/v1/chat/');
      if (refusedChat && on('reject-charged')) settle(call.auth, call.claim, call.req.route, call.req.method);
      if (!(spec.stages && failsLater(call.turn))) await answerFailure(call.turn, spec.failures ?? {}, spec.handles);
    }
    return await spec.run(input, call);
  } catch (error) {
    call.claim.held = 0n;
    spec.failed?.(call);
    throw error;
  }
}

function finish<T>(spec: PaidBase<T>, call: Call, done: Done): Reply {
  const { claim: held, auth, req, quote } = call;
  const reply = (receipt: Receipt | undefined): Reply => ({
    status: done.status ?? 200,
    headers: { ...done.headers, ...(receipt ? receiptHeaders(receipt, quote.breakdown && auth.nonce) : {}) },
    body: done.body?.(receipt),
    ...(done.stream ? { stream: async (write: Write) => done.stream?.(write) } : {}),
  });
  if (done.charge === 'later') return reply(undefined);
  if (done.charge === 'none') {
    held.held = 0n;
    return reply(undefined);
  }
  const receipt = settle(auth, held, req.route, req.method);
  if (receipt) return reply(receipt);
  held.held = 0n;
  if (spec.absorbs || (on('path-unsettled') && req.route.path === '/api/v1/chat/{model...}')) return reply(undefined);
  spec.undo?.(call);
  throw settlementFailed(quote, req, { ...held.job });
}

async function serve<T>(spec: EarlySpec<T> | LateSpec<T>, req: Req): Promise<Reply> {
  const { input, quote, auth } = await prepare(spec, req);
  countClient(spec.limit, auth.from);
  spec.permit?.(input, auth.from, req);
  refuseUnconfigured(req, spec.failures ?? {});
  // Another call may have claimed the nonce or held the funds while this one was being checked.
  if (on('claim-race')) await sleep(25);
  else refuseReplay(auth, quote, req);
  refusePoor(auth, quote, req);
  const call: Call = {
    req,
    payer: auth.from,
    auth,
    claim: claim(auth),
    quote,
    turn: { outcome: 'succeed', detail: {} },
  };
  if (on('claim-per-route')) call.claim.path = req.route.path;
  spec.begin?.(input, call);
  return finish(spec, call, await work(spec, input, call));
}

/** The route of a paid operation. */
export function paid<T>(spec: EarlySpec<T> | LateSpec<T>): Route {
  return {
    methods: [spec.method ?? 'POST'].flat(),
    path: spec.path,
    summary: spec.summary,
    price: spec.price,
    upstream: spec.upstream !== false,
    ...(spec.suffix === undefined ? {} : { suffix: spec.suffix }),
    ...(spec.only === undefined ? {} : { only: spec.only }),
    handle: (req) => serve(spec, req),
  };
}

/** A free operation. */
export interface FreeSpec {
  method?: string | string[];
  path: string;
  summary: string;
  only?: Record<string, readonly string[]>;
  limit?: Limit;
  /** Present when something stands behind the route: its own answers for outcomes. */
  failures?: Failures;
  hidden?: boolean;
  run(req: Req, turn: Turn): Reply | Promise<Reply>;
}

/** The route of a free operation. */
export function free(spec: FreeSpec): Route {
  return {
    methods: [spec.method ?? 'GET'].flat(),
    path: spec.path,
    summary: spec.summary,
    price: { mode: 'free' },
    upstream: spec.failures !== undefined,
    ...(spec.only === undefined ? {} : { only: spec.only }),
    ...(spec.hidden === undefined ? {} : { hidden: spec.hidden }),
    handle: async (req) => {
      countClient(spec.limit, req.ip);
      return spec.run(req, spec.failures ? await ask(req, spec.failures) : { outcome: 'succeed', detail: {} });
    },
  };
}

/** A discovery answer: the challenge of a fixed price, without a body. */
export function discovery(quote: Quote): (req: Req) => never {
  return (req) => {
    throw challenge(quote, req);
  };
}
