/** Requests that are larger than any use needs, and what they may cost a target. */

import type { ProtocolCheck } from '../../check/family.ts';
import type { Outcome } from '../../check/outcome.ts';
import type { Run } from '../../check/run.ts';
import type { Exchange, Invocation } from '../../http/exchange.ts';
import { NoResponse, NotTestable } from '../../http/interruption.ts';
import { probe } from '../http/probe.ts';

/** Seconds within which a target has to respond. The documents state none: it is what a caller beside it may wait. */
const mostSeconds = 5;

/** Characters of a response that names what is wrong; a longer one lists each of many mistakes. */
const mostText = 1_000_000;

/** A request that is too large. */
export interface Oversized {
  /** The request, as the beginning of a sentence. */
  readonly what: string;
  readonly invocation: Invocation;
}

/** How a target dealt with one. */
export interface Dealt {
  readonly seconds: number;
  /** Absent where the target closed the connection. */
  readonly exchange?: Exchange;
  /** True where it no longer responded to a small request afterwards. */
  readonly silent: boolean;
}

/** Creates the check that unpaid requests of one kind are answered soon, without an internal error. */
export function boundedCheck(id: string, make: (run: Run) => readonly Oversized[]): ProtocolCheck {
  return {
    id,
    async check(run) {
      const requests = make(run);
      if (requests.length === 0) throw new NotTestable('This host has no operation that takes such a request.');
      for (const { what, invocation } of requests) {
        const fault = judgeDealt(what, await deal(run, invocation));
        if (fault) return fault;
      }
      return { verdict: 'pass', detail: `Requests sent: ${requests.length}.` };
    },
  };
}

/** Judges how a target dealt with a request; `undefined` where nothing is wrong. A closed connection refuses it as well. */
export function judgeDealt(what: string, { seconds, exchange, silent }: Dealt): Outcome | undefined {
  const fail = (detail: string, expected: unknown, actual: unknown): Outcome => ({
    verdict: 'fail',
    detail: `${what}: ${detail}`,
    expected,
    actual,
  });
  if (silent) return fail('the target did not respond any more.', 'a response', 'none');
  if (seconds > mostSeconds) {
    return fail('the target took too long.', `at most ${mostSeconds} s`, `${seconds.toFixed(1)} s`);
  }
  if (!exchange) return undefined;
  const { status, text } = exchange.received;
  // 503 and 507 say that the target is full.
  if (status >= 500 && status !== 503 && status !== 507) {
    return fail('the target failed.', 'a status below 500, or 503', status);
  }
  if (text.length <= mostText) return undefined;
  return fail('the response is too long.', `at most ${mostText} characters`, text.length);
}

async function deal(run: Run, invocation: Invocation): Promise<Dealt> {
  const started = performance.now();
  const exchange = await responseTo(run, invocation);
  const seconds = (performance.now() - started) / 1000;
  const next = exchange ?? (await responseTo(run, probe('GET', `${run.contract.host.prefix}/after-${run.seed}`)));
  return { seconds, silent: next === undefined, ...(exchange && { exchange }) };
}

async function responseTo(run: Run, invocation: Invocation): Promise<Exchange | undefined> {
  try {
    return await run.send(invocation);
  } catch (error) {
    if (error instanceof NoResponse) return undefined;
    throw error;
  }
}
