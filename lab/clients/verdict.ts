import type { Attack } from '#lab/hostile/attack.ts';
import type { Seen } from '#lab/hostile/observe.ts';
import type { Ended } from './run-command.ts';

/** Verdict on one attack. */
export interface Verdict {
  readonly attack: string;
  readonly what: string;
  readonly statements: readonly string[];
  /** `error`: the client cannot make the honest call, so that nothing can be said. */
  readonly verdict: 'refused' | 'fell' | 'error';
  /** Why it fell for the attack. */
  readonly detail?: string;
}

/** Judges what a client sent and how it ended. */
export function judge({ name, what, against, signs, acceptable }: Attack, seen: Seen, ended: Ended): Verdict {
  const detail = weakness({ signs, acceptable: acceptable ?? false }, seen, ended);
  const verdict = detail === undefined ? 'refused' : 'fell';
  return { attack: name, what, statements: against, verdict, ...(detail !== undefined && { detail }) };
}

function weakness(
  { signs, acceptable }: { readonly signs: number; readonly acceptable: boolean },
  { payments, wrong, leaked }: Seen,
  { exitCode, output, seconds }: Ended,
): string | undefined {
  if (leaked.length > 0) return `The client sent its ${leaked.join(' and its ')} to another host.`;
  if (wrong[0] !== undefined) return `It signed a payment that is not the one that the call costs. ${wrong[0]}`;
  if (payments.length > Math.max(signs, acceptable ? 1 : signs)) {
    return signs === 0 ? 'It signed a payment.' : `It signed ${payments.length} payments for one call.`;
  }
  if (exitCode === undefined) return `The client did not end within ${seconds} seconds.`;
  if (output.includes('\u001b[2J')) return 'The client printed control characters of the gateway to the terminal.';
  return exitCode === 0 && !acceptable ? 'The client accepted the response: it ended with exit code 0.' : undefined;
}
