import { randomUUID } from 'node:crypto';
import { retryAfter } from '@tollwright/runtime/http/retry-after';
import { addressLimitOf } from '../calls/responses.ts';
import { checkContext, timed } from '../check/context.ts';
import { observe } from '../check/observation.ts';
import type { Contract, Operation } from '../contract/contract.ts';
import type { Exchange, Invocation, ReceivedResponse, SentRequest } from '../http/exchange.ts';
import { BudgetSpent, ClockMoved, NoResponse, NotTestable } from '../http/interruption.ts';
import { currentTrace } from '../http/trace.ts';
import type { PaymentState, SpendTracker } from '../wallet/spend-tracker.ts';
import { Refusals } from './refusals.ts';
import type { Sender } from './run-parts.ts';

/** An exchange with the call that it was made for. */
export interface RecordedExchange {
  readonly operation: string;
  readonly invocation: Invocation;
  readonly exchange: Exchange;
}

/** Sends every request of a run, and counts, limits and records it. */
export interface Transport {
  send(invocation: Invocation, sent: SentRequest): Promise<Exchange>;
  readonly requests: number;
  /** Why the run has to end: the target refuses everything. Absent while it does not. */
  readonly blocked: string | undefined;
  /** How often waiting callers have moved the target's clock; resolves when it does not move. */
  moves(): Promise<number>;
}

/** The parts that a transport is created from. */
export interface TransportParts {
  readonly client: Sender;
  readonly spending: SpendTracker;
  /** Its limits say how long to wait where a 429 response does not; its errors, which refusals it states. */
  readonly contract: Pick<Contract, 'limits' | 'errors'>;
  /** Requests that it may send; absent where there is no budget. */
  readonly maxRequests?: number | undefined;
  /** Called with every exchange, 429 responses included that are then retried. */
  readonly record: (recorded: RecordedExchange) => void;
  /** Called with every request that got no response. */
  readonly lost?: (sent: SentRequest) => void;
  /** Unix time in seconds by the target's clock. */
  readonly now: () => Promise<number>;
  /** Waits for seconds. */
  readonly wait: (seconds: number) => Promise<unknown>;
  /** Takes a sentence for each wait for a limit, once for all callers that wait at the same time. */
  readonly waiting?: ((sentence: string) => void) | undefined;
  /** Moves the target's clock by seconds; absent where it cannot be moved, so that long waits are not testable. */
  readonly skip?: (seconds: number) => Promise<unknown>;
}

/**
 * The longest time in seconds that the suite waits before a retry: more than seconds only where a user sees the reason, and
 * where it cannot move the target's clock instead.
 */
const maxWait = { usual: 10, announced: 60 };

/** Milliseconds of one response that do not count as time of its check, at most: targets may be far away. */
const maxAnswered = 1000;

/** Retries of a call, since calls made at the same time use up the next window as well. */
const maxRetries = 5;

/**
 * Creates the transport of a run: it counts requests, tracks payments, aborts with the check, and retries 429 responses
 * after `Retry-After`, else at `X-RateLimit-Reset`, else after the window of the documented limit.
 */
export function createTransport(parts: TransportParts): Transport {
  return new CountingTransport(parts);
}

class CountingTransport implements Transport {
  readonly #parts: TransportParts;
  readonly #clock: ReturnType<typeof skippableClock>;
  readonly #announced: ReturnType<typeof announcedWaits>;
  readonly #refusals: Refusals;
  /** Begins the id of each request of the run. */
  readonly #id = randomUUID().slice(0, 8);
  #requests = 0;

  constructor(parts: TransportParts) {
    this.#parts = parts;
    this.#clock = skippableClock(parts.skip);
    this.#announced = announcedWaits(parts);
    this.#refusals = new Refusals(parts.contract);
  }

  get requests(): number {
    return this.#requests;
  }

  get blocked(): string | undefined {
    return this.#refusals.reason;
  }

  async moves(): Promise<number> {
    return (await this.#clock?.moves()) ?? 0;
  }

  async send(invocation: Invocation, sent: SentRequest): Promise<Exchange> {
    const { patient = false } = checkContext.getStore() ?? {};
    let moved = await this.moves();
    let exchange = await this.#once(invocation, sent);
    for (let retry = 0; retry < maxRetries; retry += 1) {
      const seconds = await secondsToWait(this.#parts, invocation, exchange);
      if (seconds === undefined || !patient) return exchange;
      if (patient === 'shortly' && seconds > maxWait.usual) return exchange;
      await this.#waitFor(invocation, sent, seconds, moved);
      moved = await this.moves();
      exchange = await this.#once(invocation, sent);
    }
    return exchange;
  }

  async #once(invocation: Invocation, given: SentRequest): Promise<Exchange> {
    const { client, spending, record, lost, maxRequests = Number.POSITIVE_INFINITY } = this.#parts;
    if (this.#requests >= maxRequests) throw new BudgetSpent('The run has sent as many requests as it may.');
    const signal = checkContext.getStore()?.signal;
    if (signal?.aborted) throw new NoResponse('The check timed out.');
    const answered = spending.sending(given.payment, stateOnSuccess(invocation), invocation.operation.id);
    this.#requests += 1;
    const sent = { ...given, headers: { 'x-request-id': `${this.#id}-${this.#requests}`, ...given.headers } };
    const done = currentTrace()?.begin(sent);
    try {
      const { result: came, milliseconds } = await timed(() => client.exchange(sent, signal, invocation));
      checkContext.getStore()?.answered?.(Math.min(milliseconds, maxAnswered));
      done?.(came.status);
      const received = asDescribed(came, invocation.operation);
      this.#refusals.add(invocation.operation, received);
      answered(received);
      const exchange = { sent, received };
      observe(exchange);
      record({ operation: invocation.operation.id, invocation, exchange });
      return exchange;
    } catch (error) {
      done?.();
      answered();
      lost?.(sent);
      throw error;
    }
  }

  /** A clock that moves makes a signed payment expire, so that it has to be signed again. */
  async #waitFor({ operation }: Invocation, { payment }: SentRequest, seconds: number, moved: number): Promise<void> {
    if (seconds <= (this.#parts.waiting && !this.#clock ? maxWait.announced : maxWait.usual)) {
      checkContext.getStore()?.waited?.(seconds * 1000);
      await this.#announced(operation, seconds, () => this.#parts.wait(seconds));
      return;
    }
    const reason = `The target limits the rate of requests and allows the next one in ${seconds} s.`;
    if (!this.#clock) throw new NotTestable('means', reason);
    await this.#clock.skip(seconds, moved);
    if (payment) throw new ClockMoved(reason);
  }
}

/** Announces waits for limits, each limit once while anybody waits for it. */
function announcedWaits({ contract, waiting }: TransportParts) {
  const known = new Set<string>();
  return async (operation: Operation, seconds: number, wait: () => Promise<unknown>): Promise<void> => {
    const limit = addressLimitOf(contract, operation);
    const key = limit?.id ?? operation.id;
    if (known.has(key)) return void (await wait());
    known.add(key);
    const stated = limit ? `, ${limit.count} ${windowText(limit.window)}` : '';
    waiting?.(`Waiting ${seconds} s for \`${operation.method} ${operation.path}\`${stated}`);
    await wait().finally(() => known.delete(key));
  };
}

/** The window of a limit in words. */
function windowText(seconds: number): string {
  const usual: Readonly<Record<number, string>> = { 1: 'a second', 60: 'a minute', 3600: 'an hour', 86400: 'a day' };
  return usual[seconds] ?? `in ${seconds} s`;
}

/** A clock that is moved once for all callers that wait at the same time. */
function skippableClock(skip: TransportParts['skip']) {
  if (!skip) return undefined;
  let count = 0;
  let skipping: Promise<unknown> | undefined;
  return {
    /** How often the clock has been moved; resolves when it does not move. */
    async moves(): Promise<number> {
      await skipping;
      return count;
    },
    /** Moves the clock, unless it was moved since `before` moves. */
    async skip(seconds: number, before: number): Promise<void> {
      if (count !== before) return;
      skipping ??= skip(seconds).finally(() => {
        count += 1;
        skipping = undefined;
      });
      await skipping;
    },
  };
}

/** Seconds until a call may be retried; `undefined` where its response is no 429, or nothing says when. */
async function secondsToWait(
  { contract, now }: TransportParts,
  { operation }: Invocation,
  { received }: Exchange,
): Promise<number | undefined> {
  const { 'retry-after': after, 'x-ratelimit-reset': reset = '' } = received.headers;
  if (received.status !== 429) return undefined;
  const stated = after === undefined ? undefined : retryAfter({ 'retry-after': after }, (await now()) * 1000);
  if (stated !== undefined) return Math.ceil(stated);
  // Unix milliseconds.
  if (/^\d{13}$/.test(reset)) return Math.max(0, Math.ceil(Number(reset) / 1000 - (await now())));
  return addressLimitOf(contract, operation)?.window;
}

/** The state of a payment after a successful response without a receipt. */
function stateOnSuccess({ operation }: Invocation): PaymentState {
  if (operation.machine) return 'open';
  return operation.payment?.settles === 'never' || operation.auth === 'none' ? 'rejected' : 'charged';
}

/**
 * The response, as a 200 where it is a success whose status the operation does not describe.
 *
 * Which status a success has is left open but for 202, which says that the call is not done: a created resource may as
 * well be returned with 201.
 */
export function asDescribed(received: ReceivedResponse, { responses }: Pick<Operation, 'responses'>): ReceivedResponse {
  const { status } = received;
  const described = new Set(responses.map(({ http }) => http));
  if (status < 200 || status >= 300 || status === 202 || described.has(status) || !described.has(200)) return received;
  const { headers, rawHeaders, text, cut, garbled } = received;
  return {
    ...{ status: 200, rawStatus: status, headers, rawHeaders, text, cut, ...(garbled && { garbled }) },
    get json() {
      return received.json;
    },
    get events() {
      return received.events;
    },
  };
}
