import type { Level } from '../check/check.ts';
import type { Contract } from '../contract/contract.ts';
import type { Target } from '../target/target.ts';
import { UsageError } from '../usage/usage-error.ts';

/** The level of a run: the one asked for, if the target has what it needs, else the highest it has the means for. */
export function chooseLevel(asked: Level | undefined, target: Target, { host }: Contract): Level {
  if (host.auth === 'none') return 'free';
  const solvent = host.auth === 'bearer' ? target.apiKey !== undefined : target.wallets.payer !== undefined;
  if (asked === undefined) {
    if (target.maxSpend === 0n) return 'free';
    return target.control ? 'controlled' : solvent ? 'paid' : 'free';
  }
  if (asked === 'free') return 'free';
  if (asked === 'controlled' && !target.control) {
    throw new UsageError('Level controlled needs the control API: give --control URL and its token in CONTROL_TOKEN.');
  }
  if (asked === 'paid' && !solvent) {
    const need = host.auth === 'bearer' ? 'an API key in API_KEY' : 'the key of a funded wallet in PAYER_KEY';
    throw new UsageError(`Level paid needs ${need}, or in the variable that the target file names.`);
  }
  if (target.maxSpend === 0n) {
    throw new UsageError(
      `The spend cap is 0, so nothing can be paid at level ${asked}: raise --max-spend or use --level free.`,
    );
  }
  return asked;
}
