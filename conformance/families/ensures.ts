import type { Family } from '../check/check.ts';
import type { Condition, Operation } from '../contract/contract.ts';
import { type Environment, EvaluationError, UnknownValueError } from '../oracle/evaluate.ts';
import { readsName } from '../oracle/reads.ts';
import { type AnswerCache, answerCacheOf } from '../requests/answer-cache.ts';
import { isWhole, type Observed, observed } from '../requests/observed.ts';
import { oneSided } from '../requests/one-sided.ts';
import { failure } from '../requests/responses.ts';

/** Status that holds a caller back, whatever was asked. */
const tooMany = 429;

/** A rule of an answer together with its request, judged on every answer of the run that it applies to. */
export const ensuresFamily: Family = oneSided({
  kind: 'ensures',
  async check(rule, run) {
    const operation = run.operation(rule.operation ?? '');
    const ensured = operation.ensures.find(({ id }) => id === rule.subject);
    if (!ensured) return { verdict: 'error', detail: `${operation.id} ensures no "${rule.subject}".` };
    const cache = answerCacheOf(run);
    const answers = await observed(cache, operation, (each) => applies(cache, operation, ensured, each));
    if (answers.length === 0)
      return { verdict: 'not-testable', detail: 'No answer that it applies to was seen in this run.' };

    let count = 0;
    for (const each of answers) {
      const read = environmentOf(cache, operation, each);
      try {
        const holds = run.evaluator.holds(ensured.must, read);
        count += 1;
        if (holds) continue;
      } catch (error) {
        if (error instanceof UnknownValueError) continue;
        if (!(error instanceof EvaluationError)) throw error;
        return {
          verdict: 'error',
          detail: `Inconclusive, since the answer lacks what the rule reads: ${error.message}`,
        };
      }
      const { json } = each.exchange.received;
      return failure(`This does not hold: ${ensured.summary}.`, ensured.must.text, each.exchange, json);
    }
    if (count > 0) return { verdict: 'pass', detail: `Answers judged: ${count}.` };
    return { verdict: 'not-testable', detail: 'Every answer is about something that this target has not named.' };
  },
});

function environmentOf(cache: AnswerCache, operation: Operation, { invocation, exchange }: Observed): Environment {
  const { status, headers, json } = exchange.received;
  return { ...cache.requests(operation).environment(invocation), response: json, status, headers };
}

/**
 * Answers to wrong requests are none of it, nor is a word to come back later, which says nothing of the request, nor are
 * other statuses than the operation's own where the rule names none.
 */
function applies(cache: AnswerCache, operation: Operation, { when, must }: Condition, each: Observed): boolean {
  if (!isWhole(each) || !cache.requests(operation).fits(each.invocation)) return false;
  if (each.exchange.received.status === tooMany && !operation.responses.some(({ http }) => http === tooMany))
    return false;
  const named = readsName(must.tree, 'status') || (when && readsName(when.tree, 'status'));
  if (!named && !operation.responses.some(({ http }) => http === each.exchange.received.status)) return false;
  if (!when) return true;
  try {
    return cache.run.evaluator.holds(when, environmentOf(cache, operation, each));
  } catch (error) {
    if (error instanceof EvaluationError) return false;
    throw error;
  }
}
