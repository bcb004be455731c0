/** Checks use the control API through these functions: ledger, scripted upstream, scripted settlements. */

import { checkContext } from '../check/context.ts';
import type { Run } from '../check/run.ts';
import type { Operation } from '../contract/contract.ts';
import type { Invocation, PaidCall } from '../http/exchange.ts';
import { NoResponse, NotTestable, whereItCan } from '../http/interruption.ts';
import { untraced } from '../http/trace.ts';
import type { Control, Transfer } from '../target/control.ts';
import type { Wallet } from '../wallet/wallet.ts';

/** The control API; throws `NotTestable` where the target has none. */
export function controlOf(run: Run): Control {
  if (run.control) return run.control;
  throw new NotTestable('means', 'The target has no control API.');
}

/** The settled transfers of a payer, oldest first; throws `NotTestable` where the target has no control API. */
export function ledgerOf(run: Run, payer: string): Promise<readonly Transfer[]> {
  return controlOf(run).ledger(payer);
}

/** A payer whose ledger starts empty and can be read; `undefined` where the control API cannot do that. */
export async function watchedPayer(run: Run): Promise<Wallet | undefined> {
  const { control } = run;
  if (!control?.capabilities.has('fund') || !control.capabilities.has('ledger')) return undefined;
  return run.freshPayer();
}

/** The name of an operation's route in the control API. */
export function routeOf(operation: Operation): string {
  return `${operation.method} ${operation.template}`;
}

/** Runs an action while the upstream of an operation follows a script; the script ends with the action. */
export async function whileUpstream<T>(
  run: Run,
  operation: Operation,
  script: { readonly outcome: string; readonly times?: number; readonly detail?: unknown },
  action: () => Promise<T>,
): Promise<T> {
  const control = controlOf(run);
  const route = routeOf(operation);
  await control.upstream({ route, ...script });
  try {
    return await action();
  } finally {
    await untraced(() => control.upstream({ route, outcome: 'succeed' }));
  }
}

/** Times that each payment is sent at once. */
export const racers = 20;

/**
 * Runs an action whose calls are under way at the same time: the upstream of an operation answers each a little later.
 *
 * Where the target cannot be made to do so, the action runs as it is.
 */
export async function whileSlow<T>(
  run: Run,
  operation: Operation,
  times: number,
  action: () => Promise<T>,
): Promise<T> {
  const route = routeOf(operation);
  // A slow job is not waited for.
  const canBeSlow = run.control?.outcomes.has('slow') && !operation.machine;
  if (canBeSlow) await whereItCan(() => controlOf(run).upstream({ route, outcome: 'slow', times }));
  try {
    return await action();
  } finally {
    if (canBeSlow) await untraced(() => whereItCan(() => controlOf(run).upstream({ route, outcome: 'succeed' })));
  }
}

/** More settlements than a run makes. */
const allSettlements = 100_000;

/** Makes all settlements fail or succeed; false where the target cannot do that: its control API may support `fail` alone. */
export async function setSettlements({ control }: Run, outcome: 'fail' | 'succeed'): Promise<boolean> {
  if (!control?.capabilities.has('settlement')) return false;
  try {
    await control.settlement(outcome, allSettlements);
    return true;
  } catch (error) {
    if (error instanceof NotTestable || error instanceof NoResponse) return false;
    throw error;
  }
}

/** Pays for a call without being charged, since settlements are made to fail; `undefined` where they are not. */
export async function payUnsettled(run: Run, invocation: Invocation): Promise<PaidCall | undefined> {
  return checkContext.getStore()?.paying === 'unsettled' ? run.pay(invocation, { unsettled: true }) : undefined;
}
