import { retryAfter } from '@tollwright/runtime/http/retry-after';
import { addressLimitOf } from '../calls/responses.ts';
import { checkContext } from '../check/context.ts';
import type { Contract, Operation } from '../contract/contract.ts';
import type { Client } from '../http/client.ts';
import type { Exchange, Invocation, ReceivedResponse, SentRequest } from '../http/exchange.ts';
import { ClockMoved, NoResponse, NotTestable } from '../http/interruption.ts';
import { currentTrace } from '../http/trace.ts';
import type { PaymentState, SpendTracker } from '../wallet/spend-tracker.ts';

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
  /** How often waiting callers have moved the target's clock; resolves when it does not move. */
  moves(): Promise<number>;
}

/** The parts that a transport is created from. */
export interface TransportParts {
  readonly client: Client;
  readonly spending: SpendTracker;
  /** Its limits say how long to wait where a 429 response does not. */
  readonly contract: Pick<Contract, 'limits'>;
  /** Called with every exchange, 429 responses included that are then retried. */
  readonly record: (recorded: RecordedExchange) => void;
  /** Unix time in seconds by the target's clock. */
  readonly now: () => Promise<number>;
  /** Waits for seconds. */
  readonly wait: (seconds: number) => Promise<unknown>;
  /** Moves the target's clock by seconds; absent where it cannot be moved, so that long waits are not testable. */
  readonly skip?: (seconds: number) => Promise<unknown>;
}

/** The longest time in seconds that the suite waits before a retry. */
const maxWait = 10;

/** Retries of a call, since calls made at the same time use up the next window as well. */
const maxRetries = 5;

/**
 * Creates the transport of a run: it counts requests, tracks payments, aborts with the check, and retries 429 responses
 * after `Retry-After`, else at `X-RateLimit-Reset`, else after the window of the documented limit.
 */
export function createTransport(parts: TransportParts): Transport {
  const { client, spending, record, wait } = parts;
  const clock = skippableClock(parts.skip);
  const moves = async () => (await clock?.moves()) ?? 0;
  let requests = 0;

  const once = async (invocation: Invocation, sent: SentRequest): Promise<Exchange> => {
    const signal = checkContext.getStore()?.signal;
    if (signal?.aborted) throw new NoResponse('The check timed out.');
    const answered = spending.sending(sent.payment, stateOnSuccess(invocation), invocation.operation.id);
    requests += 1;
    const done = currentTrace()?.begin(sent);
    try {
      const came = await client.exchange(sent, signal);
      done?.(came.status);
      const received = asDescribed(came, invocation.operation);
      answered(received);
      const exchange = { sent, received };
      record({ operation: invocation.operation.id, invocation, exchange });
      return exchange;
    } catch (error) {
      done?.();
      answered();
      throw error;
    }
  };

  /** A clock that moves makes a signed payment expire, so that it has to be signed again. */
  const waitFor = async ({ payment }: SentRequest, seconds: number, moved: number): Promise<void> => {
    if (seconds <= maxWait) return void (await wait(seconds));
    const reason = `The target limits the rate of requests and allows the next one in ${seconds} s.`;
    if (!clock) throw new NotTestable(reason);
    await clock.skip(seconds, moved);
    if (payment) throw new ClockMoved(reason);
  };

  return {
    get requests() {
      return requests;
    },
    moves,
    async send(invocation, sent) {
      const { patient = false } = checkContext.getStore() ?? {};
      let moved = await moves();
      let exchange = await once(invocation, sent);
      for (let retry = 0; retry < maxRetries; retry += 1) {
        const seconds = await secondsToWait(parts, invocation, exchange);
        if (seconds === undefined || !patient) return exchange;
        if (patient === 'shortly' && seconds > maxWait) return exchange;
        await waitFor(sent, seconds, moved);
        moved = await moves();
        exchange = await once(invocation, sent);
      }
      return exchange;
    },
  };
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
 * Which status a success has is left open but for 202 of jobs: a created resource may as well be returned with 201.
 */
export function asDescribed(received: ReceivedResponse, { responses }: Pick<Operation, 'responses'>): ReceivedResponse {
  const { status } = received;
  const described = new Set(responses.map(({ http }) => http));
  if (status < 200 || status >= 300 || described.has(status) || !described.has(200)) return received;
  const { headers, rawHeaders, text, cut } = received;
  return {
    ...{ status: 200, rawStatus: status, headers, rawHeaders, text, cut },
    get json() {
      return received.json;
    },
    get events() {
      return received.events;
    },
  };
}
