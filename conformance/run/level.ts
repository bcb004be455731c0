import type { Level } from '../check/run.ts';
import { UsageError } from '../common/usage-error.ts';
import type { Contract } from '../contract/contract.ts';
import type { Target } from '../target/target.ts';

/** The level of a run: the requested one, or the highest that the target supports. Throws `UsageError` where the target does not support the requested one. */
export function chooseLevel(requested: Level | undefined, target: Target, { host }: Contract): Level {
  if (host.auth === 'none') return 'free';
  const canPay = host.auth === 'bearer' ? target.apiKey !== undefined : target.wallets.payer !== undefined;
  if (requested === undefined) {
    if (target.maxSpend === 0n) return 'free';
    return target.control ? 'controlled' : canPay ? 'paid' : 'free';
  }
  if (requested === 'free') return 'free';
  if (requested === 'controlled' && !target.control) {
    throw new UsageError('Level controlled needs the control API: give --control URL and its token in CONTROL_TOKEN.');
  }
  if (requested === 'paid' && !canPay) {
    const need = host.auth === 'bearer' ? 'an API key in API_KEY' : 'the key of a funded wallet in PAYER_KEY';
    throw new UsageError(`Level paid needs ${need}, or in the variable that the target file names.`);
  }
  if (target.maxSpend === 0n) {
    throw new UsageError(
      `The spend cap is 0, so nothing can be paid at level ${requested}: raise --max-spend or use --level free.`,
    );
  }
  return requested;
}
