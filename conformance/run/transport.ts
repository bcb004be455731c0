import type { Exchange, Invocation, Sent } from '../check/exchange.ts';
import { NoResponse, NotTestable } from '../check/interruption.ts';
import { currentTrace } from '../check/trace.ts';
import type { Contract } from '../contract/contract.ts';
import type { Client } from '../http/client.ts';
import { addressLimitOf } from '../requests/address-limit.ts';
import type { PaymentState, SpendTracker } from '../wallet/spend-tracker.ts';
import { checkContext } from './context.ts';

/** One exchange with what it was for. */
export interface Recorded {
  readonly operation: string;
  readonly invocation: Invocation;
  readonly exchange: Exchange;
}

/** What every request of a run goes through. */
export interface Transport {
  send(invocation: Invocation, sent: Sent): Promise<Exchange>;
  readonly requests: number;
}

/** Seconds that the suite waits when a target asks it to come back later. */
const patience = 10;

/** Times that a call is made again, since calls made at the same time use up what the next window allows. */
const turns = 5;

/**
 * Creates the transport of a run: it counts requests, follows payments, aborts with the check, and comes back when the
 * target says: after `Retry-After`, else at `X-RateLimit-Reset`, else when the window of the documented limit is over.
 *
 * `record` is told every exchange, those that only asked the suite to wait included.
 */
export function createTransport(parts: {
  readonly client: Client;
  readonly spending: SpendTracker;
  /** Its limits tell how long a caller waits who is not told. */
  readonly contract: Pick<Contract, 'limits'>;
  readonly record: (recorded: Recorded) => void;
  /** Seconds since 1970 by the target's clock. */
  readonly now: () => Promise<number>;
  /** Waits for seconds. */
  readonly wait: (seconds: number) => Promise<unknown>;
  /** Moves the target's clock by seconds, where that can be done; what asks for more patience is not testable else. */
  readonly skip?: (seconds: number) => Promise<unknown>;
}): Transport {
  const { client, spending, contract, record, now, wait, skip } = parts;
  let requests = 0;
  let skips = 0;
  let skipping: Promise<unknown> | undefined;

  const once = async (invocation: Invocation, sent: Sent): Promise<Exchange> => {
    const signal = checkContext.getStore()?.signal;
    if (signal?.aborted) throw new NoResponse('The check was given up, because it took too long.');
    const answered = spending.sending(sent.headers, fateOfSuccess(invocation), invocation.operation.id);
    requests += 1;
    const done = currentTrace()?.begin(sent);
    try {
      const received = await client.exchange(sent, signal);
      done?.(received.status);
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

  return {
    get requests() {
      return requests;
    },
    async send(invocation, sent) {
      let before = skips;
      let exchange = await once(invocation, sent);
      for (let turn = 0; turn < turns; turn += 1) {
        const seconds = await secondsToWait(invocation, exchange);
        const { patient = false } = checkContext.getStore() ?? {};
        if (seconds === undefined || !patient) return exchange;
        if (patient === 'shortly' && seconds > patience) return exchange;
        await comeBack(invocation, seconds, before);
        before = skips;
        exchange = await once(invocation, sent);
      }
      return exchange;
    },
  };

  async function secondsToWait({ operation }: Invocation, { received }: Exchange): Promise<number | undefined> {
    const { 'retry-after': after = '', 'x-ratelimit-reset': reset = '' } = received.headers;
    if (received.status !== 429) return undefined;
    if (/^\d+$/.test(after)) return Number(after);
    // Unix milliseconds.
    if (/^\d{13}$/.test(reset)) return Math.max(0, Math.ceil(Number(reset) / 1000 - (await now())));
    return addressLimitOf(contract, operation)?.window;
  }

  /**
   * A clock that moves takes the signatures of payments with it, so it moves for free calls only, and once for all that
   * wait at the same time: `before` is how often it had moved when the call was made.
   */
  async function comeBack({ operation }: Invocation, seconds: number, before: number): Promise<void> {
    if (seconds <= patience) await wait(seconds);
    else if (skip && operation.auth === 'none') {
      if (skips !== before) return;
      skipping ??= skip(seconds).finally(() => {
        skips += 1;
        skipping = undefined;
      });
      await skipping;
    } else throw new NotTestable(`The target limits its callers and asks to come back in ${seconds} s.`);
  }
}

/** What a successful answer without a receipt means for the payment that bought it. */
function fateOfSuccess({ operation }: Invocation): PaymentState {
  if (operation.machine) return 'open';
  return operation.payment?.settles === 'never' || operation.auth === 'none' ? 'refused' : 'charged';
}
