/** API keys on a host that takes them in the place of payments. */

import { formatUsd } from '@tollwright/runtime/money/usd';
import { quoteOf } from '../../calls/challenge.ts';
import { isServed, settlesAtOnce } from '../../calls/cheapest.ts';
import { controlOf } from '../../calls/control.ts';
import { challengesOf } from '../../calls/unpaid.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import type { Run } from '../../check/run.ts';
import type { Exchange, Invocation } from '../../http/exchange.ts';
import { NotTestable, whereItCan } from '../../http/interruption.ts';

/** Calls that a key pays for in this check. */
const bought = 2;

/** Operations that are called. */
const maxOperations = 8;

/** A call that is sold, and what it costs in micro-USDC. */
interface SoldCall {
  readonly invocation: Invocation;
  readonly amount: bigint;
}

/** One call of each operation that settles at once, with its quote. */
async function soldCalls(run: Run): Promise<readonly SoldCall[]> {
  const calls = new Map<string, SoldCall>();
  for (const { invocation, operation, exchange } of await challengesOf(run)) {
    const amount = quoteOf(run, exchange);
    if (!amount || operation.irreversible || !settlesAtOnce(operation)) continue;
    if (!calls.has(operation.id)) calls.set(operation.id, { invocation, amount });
  }
  return [...calls.values()].slice(0, maxOperations);
}

function withKey(run: Run, { invocation }: SoldCall, key: string): Promise<Exchange> {
  return run.send({ ...invocation, headers: { ...invocation.headers, authorization: `Bearer ${key}` } });
}

/** A key with money for two calls buys two, and no third. */
const keyPays: ProtocolCheck = {
  id: 'account.key.pays',
  async check(run) {
    const control = controlOf(run);
    const operations: string[] = [];
    for (const call of await soldCalls(run)) {
      const { id } = call.invocation.operation;
      const key = await control.keys(formatUsd(call.amount * BigInt(bought)));
      for (let count = 0; count <= bought; count += 1) {
        const exchange = await whereItCan(() => withKey(run, call, key));
        if (!exchange) break;
        if (isServed(exchange) === count < bought) continue;
        return {
          verdict: 'fail',
          detail: `${id} with an API key whose balance covers ${bought} calls: call ${count + 1} must be ${count < bought ? 'served' : 'refused'}.`,
          expected: count < bought ? 'a status below 300' : 'a status of 4xx',
          actual: exchange.received.status,
          exchange,
        };
      }
      operations.push(id);
    }
    if (operations.length === 0) throw new NotTestable('unserved', 'No priced operation could be called.');
    return { verdict: 'pass', operations };
  },
};

/** An unknown key is refused as such. */
const keyUnknown: ProtocolCheck = {
  id: 'account.key.unknown',
  async check(run) {
    const calls = await soldCalls(run);
    for (const call of calls) {
      const exchange = await whereItCan(() => withKey(run, call, `never-issued-${run.seed}`));
      const status = exchange?.received.status ?? 401;
      if (status === 401) continue;
      const detail = `${call.invocation.operation.id} returned ${status} for an unknown API key.`;
      return { verdict: 'fail', detail, expected: 401, actual: status, ...(exchange && { exchange }) };
    }
    if (calls.length === 0) throw new NotTestable('unserved', 'No priced operation could be called.');
    return { verdict: 'pass', operations: calls.map(({ invocation }) => invocation.operation.id) };
  },
};

/** The checks of API keys in the place of payments. */
export const inPlaceChecks: readonly ProtocolCheck[] = [keyPays, keyUnknown];
