/** API keys whose charges are read off their balance. */

import type Fraction from 'fraction.js';
import { oncePerRun } from '../check/once-per-run.ts';
import type { Run } from '../check/run.ts';
import type { Operation } from '../contract/contract.ts';
import type { Exchange, Invocation } from '../http/exchange.ts';
import { isInterruption } from '../http/interruption.ts';
import { sampleOf } from '../http/sample.ts';
import { acceptsJob, settlesByPoll } from '../machine/accepted.ts';
import { changesIn, deposit, openBalance, spendIn } from './balance.ts';
import { ended } from './ended.ts';

/** An API key whose balance is watched. */
export interface Account {
  readonly key: string;
  /** Sends a call with the key. */
  send(invocation: Invocation): Promise<Exchange>;
  /** USD charged so far; throws `NotTestable` where the balance does not show it. */
  spent(): Promise<Fraction>;
}

/** Creates a key whose balance is watched; throws `NotTestable` where the control API cannot create keys. */
export async function openAccount(run: Run, usd = deposit): Promise<Account> {
  const { key, first, send, read } = await openBalance(run, usd);
  const spent = async () => spendIn(first, await read(), { usd, reserved: await reservedPathsOf(run) });
  return { key, send, spent };
}

/**
 * Paths of the figures of a balance that count open reservations: a job raises them and its end sets them back.
 *
 * Names of these figures are not given, so a job tells them apart from what was spent; none is known where no job of this
 * target reserves anything before it ends.
 */
export const reservedPathsOf = oncePerRun(async (run): Promise<ReadonlySet<string>> => {
  for (const operation of run.contract.operations) {
    const machine = operation.machine?.role === 'create' && run.contract.machines[operation.machine.id];
    if (!machine || !settlesByPoll(machine) || operation.closed) continue;
    const paths = await reservedBy(run, operation);
    if (paths.length > 0) return new Set(paths);
  }
  return new Set();
});

async function reservedBy(run: Run, operation: Operation): Promise<readonly string[]> {
  try {
    const balance = await openBalance(run);
    const accepted = await balance.send(sampleOf(operation));
    if (!acceptsJob(run.contract, operation, accepted)) return [];
    const during = changesIn(balance.first, await balance.read());
    await ended(run, balance, operation, accepted);
    const after = changesIn(balance.first, await balance.read());
    return [...during].flatMap(([path, change]) => (change.gt(0) && after.size > 0 && !after.has(path) ? [path] : []));
  } catch (error) {
    if (isInterruption(error)) return [];
    throw error;
  }
}
