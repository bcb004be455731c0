import type { Run } from '../../check/check.ts';
import { NotTestable } from '../../check/interruption.ts';
import type { Control, Transfer } from '../../target/control.ts';
import type { Wallet } from '../../wallet/wallet.ts';

/** The settled transfers of a payer, oldest first; throws `NotTestable` where the target has no control API. */
export function ledgerOf(run: Run, payer: string): Promise<readonly Transfer[]> {
  return controlOf(run).ledger(payer);
}

/** The control API; throws `NotTestable` where the target has none. */
export function controlOf(run: Run): Control {
  if (run.control) return run.control;
  throw new NotTestable('The target has no control API.');
}

/** A payer whose ledger starts empty and can be read; `undefined` where the control API cannot do that. */
export async function watchedPayer(run: Run): Promise<Wallet | undefined> {
  const { control } = run;
  if (!control?.capabilities.has('fund') || !control.capabilities.has('ledger')) return undefined;
  return run.freshPayer();
}
