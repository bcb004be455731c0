import { setTimeout as delay } from 'node:timers/promises';
import type { Family, Outcome, Run } from '../check.ts';
import type { Rule } from '../contract.ts';
import { NoAnswer, NotTestable, Unexpected } from '../interruption.ts';
import { checkContext } from './context.ts';

/** How a check is run. */
export interface JudgeOptions {
  /** Milliseconds that one check may take. */
  readonly timeout: number;
  readonly patient: boolean;
}

/** An outcome, marked where it is one only because the target gave no answer. */
export type Judgement = Outcome & { readonly unanswered?: true };

/**
 * Runs one check and turns whatever happens into an outcome.
 *
 * A check that breaks, runs out of time or gets no answer is an `error`: never blamed on the target, never a pass.
 */
export async function judge(
  rule: Rule,
  family: Family,
  run: Run,
  { timeout, patient }: JudgeOptions,
): Promise<Judgement> {
  const stop = new AbortController();
  const settled = new AbortController();
  const late = delay(timeout, undefined, { signal: settled.signal }).then(
    (): Judgement => {
      stop.abort();
      return { verdict: 'error', detail: `The check took longer than ${timeout / 1000} s and was given up.` };
    },
    // The check came first.
    (): Judgement => ({ verdict: 'error', detail: 'The check was given up.' }),
  );
  try {
    const check = checkContext.run({ signal: stop.signal, patient }, () => family.check(rule, run));
    return await Promise.race([check, late]);
  } catch (error) {
    return interrupted(error);
  } finally {
    settled.abort();
  }
}

function interrupted(error: unknown): Judgement {
  if (error instanceof NotTestable) return { verdict: 'not-testable', detail: error.message };
  if (error instanceof NoAnswer) return { verdict: 'error', detail: error.message, unanswered: true };
  if (error instanceof Unexpected) return { verdict: 'error', detail: `Inconclusive: ${error.message}` };
  return {
    verdict: 'error',
    detail: `The check itself broke: ${error instanceof Error ? error.message : String(error)}`,
  };
}
