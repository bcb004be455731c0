/** Runs checks against an imagined target, to see which requests each of them sends. */

import { checkContext } from '../check/context.ts';
import { collecting } from '../check/observation.ts';
import type { Run } from '../check/run.ts';
import type { Rule, RuleKind } from '../contract/contract.ts';
import type { Exchange } from '../http/exchange.ts';
import { isInterruption } from '../http/interruption.ts';
import { rankOf } from './queues.ts';
import type { Task } from './run-check.ts';

/** The requests that the check of a rule needs; checks share those that are the same object. */
export interface RehearsedRule {
  readonly rule: Rule;
  readonly requests: ReadonlySet<Exchange>;
  /** True where the check came to a verdict on the imagined target. */
  readonly judged: boolean;
}

/** Kinds of rules that are read off responses: they come first, so that each calls for itself what it needs. */
const readers: readonly RuleKind[] = ['response', 'ensures', 'error'];

/** Runs the checks of a run on an imagined target one after the other. */
export async function rehearse(tasks: readonly Task[], run: Run): Promise<readonly RehearsedRule[]> {
  const rank = ({ rule }: Task) => (readers.includes(rule.kind) ? -1 : rankOf(rule));
  const rehearsed: RehearsedRule[] = [];
  for (const { rule, family } of tasks.toSorted((one, other) => rank(one) - rank(other))) {
    const context = { signal: new AbortController().signal, patient: false, paying: 'nothing' as const };
    const { ended, exchanges } = await checkContext.run(context, () => collecting(() => family.check(rule, run)));
    if (ended.status === 'rejected' && !isInterruption(ended.reason)) throw ended.reason;
    const judged = ended.status === 'fulfilled' && ['pass', 'fail'].includes(ended.value.verdict);
    rehearsed.push({ rule, requests: exchanges, judged });
  }
  return rehearsed;
}
