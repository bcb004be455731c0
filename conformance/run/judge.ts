import type { Family, Outcome, Run } from '../check/check.ts';
import { NoAnswer, NotTestable, PaysLater, Unexpected } from '../check/interruption.ts';
import type { Rule } from '../contract/contract.ts';
import { checkContext, type Patience, type Paying } from './context.ts';

/** How a check is run. */
export interface JudgeOptions {
  /** Milliseconds that one check may take. */
  readonly timeout: number;
  readonly patient: Patience;
  /** What it may pay for; a check that has to pay for more is put off. */
  readonly paying?: Paying | undefined;
  /** Aborted when the whole run has to end. */
  readonly stop?: AbortSignal;
}

/** An outcome, marked where it is one only because the target gave no answer, or because the check has to pay first. */
export type Judgement = Outcome & { readonly unanswered?: true; readonly later?: true };

/**
 * Runs one check and turns whatever happens into an outcome.
 *
 * A check that breaks, runs out of time or gets no answer is an `error`: never blamed on the target, never a pass.
 */
export async function judge(
  rule: Rule,
  family: Family,
  run: Run,
  { timeout, patient, paying, stop: ending }: JudgeOptions,
): Promise<Judgement> {
  const stop = new AbortController();
  const { promise: ended, resolve: end } = Promise.withResolvers<Judgement>();
  const giveUpFor = (detail: string) => {
    stop.abort();
    end({ verdict: 'error', detail });
  };
  const late = setTimeout(giveUpFor, timeout, `The check took longer than ${timeout / 1000} s and was given up.`);
  const giveUp = () => giveUpFor('The run was stopped while it was judged.');
  ending?.addEventListener('abort', giveUp, { once: true });
  if (ending?.aborted) giveUp();
  try {
    const check = checkContext.run({ signal: stop.signal, patient, ...(paying && { paying }) }, () =>
      family.check(rule, run),
    );
    return await Promise.race([check, ended]);
  } catch (error) {
    return interrupted(error);
  } finally {
    clearTimeout(late);
    ending?.removeEventListener('abort', giveUp);
  }
}

function interrupted(error: unknown): Judgement {
  if (error instanceof PaysLater) return { verdict: 'error', detail: 'It has to pay, and was never let.', later: true };
  if (error instanceof NotTestable) return { verdict: 'not-testable', detail: error.message };
  if (error instanceof NoAnswer) return { verdict: 'error', detail: error.message, unanswered: true };
  if (error instanceof Unexpected) return { verdict: 'error', detail: `Inconclusive: ${error.message}` };
  return {
    verdict: 'error',
    detail: `The check itself broke: ${error instanceof Error ? error.message : String(error)}`,
  };
}
