import type { Run } from '../../check/check.ts';
import { untraced } from '../../check/trace.ts';
import type { Operation } from '../../contract/contract.ts';
import { whereItCan } from '../payable/affordable.ts';
import { controlOf } from '../settlement/ledger.ts';

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
