import type Fraction from 'fraction.js';
import { answerCacheOf } from '../calls/answer-cache.ts';
import { isStateRefusal } from '../calls/responses.ts';
import type { Run } from '../check/run.ts';
import { inParallel } from '../common/in-parallel.ts';
import { fieldsOf } from '../common/json.ts';
import type { Exchange, Invocation, ReceivedResponse } from '../http/exchange.ts';
import type { Environment } from '../oracle/evaluate.ts';
import { preparedCall } from '../scenario/prepared-calls.ts';
import { openAccount } from './account.ts';
import { ended } from './ended.ts';

/** A call that was served, and the USD that it was charged. */
export interface Charge {
  readonly exchange: Exchange;
  readonly environment: Environment;
  readonly usd: Fraction;
}

/** Calls under way at the same time. */
const concurrency = 8;

/** Makes calls, each with a key of its own; the result has those that were served. */
export async function chargesOf(run: Run, calls: readonly Invocation[]): Promise<Charge[]> {
  const charges = await inParallel(calls, concurrency, (call) => chargeOf(run, call));
  return charges.filter((charge) => charge !== undefined);
}

/** Makes a call with a key of its own; `undefined` where it is not served. Throws `NotTestable` where no balance shows the charge. */
export async function chargeOf(run: Run, call: Invocation): Promise<Charge | undefined> {
  const account = await openAccount(run);
  const unprepared = await account.send(call);
  const prepared = isStateRefusal(run.contract, call.operation, unprepared.received)
    ? await preparedCall(run, call, account.key)
    : undefined;
  // What a scenario buys to make a call possible is charged to the same key.
  const before = prepared && (await account.spent());
  const first = prepared ? await account.send(prepared.invocation) : unprepared;
  const { received } = await ended(run, account, call.operation, first);
  const { status, headers } = received;
  const response = received.events.length > 0 ? streamReport(received) : received.json;
  // The charge of a stream that does not report its usage cannot be compared with it.
  if (status !== 200 || (received.events.length > 0 && response === undefined)) return undefined;
  const environment = {
    ...answerCacheOf(run).requests(call.operation).environment(call),
    response,
    status,
    headers,
  };
  const spent = await account.spent();
  return { exchange: first, environment, usd: before ? spent.sub(before) : spent };
}

/**
 * Reads the usage and the service tier of a whole stream off its events, as the fields of a response.
 *
 * An event has them at its top, or in the message or response that it carries; a later one adds to an earlier one. Without
 * any usage the result is `undefined`.
 */
export function streamReport({
  events,
}: Pick<ReceivedResponse, 'events'>): Readonly<Record<string, unknown>> | undefined {
  let report: Readonly<Record<string, unknown>> | undefined;
  for (const { json } of events) {
    const event = fieldsOf(json);
    for (const carrier of [event, fieldsOf(event.message), fieldsOf(event.response)]) {
      const { usage, service_tier: tier } = carrier;
      if (typeof tier === 'string') report = { ...report, service_tier: tier };
      if (Object.keys(fieldsOf(usage)).length > 0)
        report = { ...report, usage: { ...fieldsOf(report?.usage), ...fieldsOf(usage) } };
    }
  }
  return report?.usage === undefined ? undefined : report;
}
