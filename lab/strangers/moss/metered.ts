import { type ChargeFacts, Hold } from './accounts.ts';
import { on } from './faults.ts';
import { HttpError, type Reply } from './http.ts';
import type { Usd } from './money.ts';
import type { Call } from './operation.ts';
import { failureOf, nextTurn, pause, type Turn } from './upstream.ts';

/** What has to be known before an upstream is called. */
export interface Plan {
  /** The most that the request can cost. */
  quote: Usd;
  upstream: string;
  model?: string;
  /** Errors of this service in place of the usual ones; null accepts the turn. */
  failure?: (turn: Turn) => HttpError | null | undefined;
}

/** An answer and what it costs. */
export interface Outcome {
  body: unknown;
  /** 200 unless something is created or accepted. */
  status?: number;
  charge?: Usd;
  facts?: ChargeFacts;
}

/** Reserves the quote, calls the upstream, and charges what it used; nothing is charged when anything fails. */
export async function metered(
  call: Call,
  plan: Plan,
  run: (turn: Turn, hold: Hold) => Outcome | Promise<Outcome>,
): Promise<Reply> {
  const hold = new Hold(call.account, call.endpoint, plan.model ?? null, plan.quote);
  try {
    const turn = nextTurn(plan.upstream);
    await pause(turn);
    const special = plan.failure?.(turn);
    const failure = special === undefined ? failureOf(turn) : special;
    if (failure) throw failure;
    const { body, status = 200, charge = plan.quote, facts = {} } = await run(turn, hold);
    hold.capture(charge, { ...facts, status });
    return { status, body };
  } catch (error) {
    if (plan.upstream === 'search' && error instanceof HttpError && error.body.code === 'UPSTREAM_TIMEOUT') {
      if (on('search-timeout-charged')) hold.capture(plan.quote, { status: error.status });
    }
    hold.release(error instanceof HttpError ? error.status : 500);
    throw error;
  }
}
