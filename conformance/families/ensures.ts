import { type AnswerCache, answerCacheOf, contentOf } from '../calls/answer-cache.ts';
import { type Family, oneSided } from '../check/family.ts';
import { failure, notTestable } from '../check/outcome.ts';
import type { Condition, Operation } from '../contract/contract.ts';
import { type Environment, EvaluationError, UnknownValueError } from '../oracle/evaluate.ts';
import { readsName } from '../oracle/reads.ts';
import { isWhole, type ObservedResponse, observed, unseen } from '../requests/observed.ts';
import { payOnce } from '../requests/paid-once.ts';

/** Status of a rate limit, whatever the request. */
const tooMany = 429;

/** A rule about a response and its request, judged on every response of the run to which it applies. */
export const ensuresFamily: Family = oneSided({
  kind: 'ensures',
  async check(rule, run) {
    const operation = run.operation(rule.operation ?? '');
    const ensured = operation.ensures.find(({ id }) => id === rule.subject);
    if (!ensured) return { verdict: 'error', detail: `${operation.id} has no ensured condition "${rule.subject}".` };
    const cache = answerCacheOf(run);
    await payOnce(run, operation);
    const responses = await observed(cache, operation, (each) => applies(cache, operation, ensured, each));
    if (responses.length === 0) return unseen(run, operation);

    let count = 0;
    for (const each of responses) {
      const read = environmentOf(cache, operation, each);
      try {
        const isKept = run.evaluator.holds(ensured.must, read);
        count += 1;
        if (isKept) continue;
      } catch (error) {
        if (error instanceof UnknownValueError) continue;
        if (!(error instanceof EvaluationError)) throw error;
        return notTestable('unserved', `The response lacks what the rule reads: ${error.message}`);
      }
      const { json } = each.exchange.received;
      return failure(`The response breaks the rule: ${ensured.summary}.`, ensured.must.text, each.exchange, json);
    }
    if (count > 0) return { verdict: 'pass', detail: `Responses judged: ${count}.` };
    return notTestable('means', 'Every response is about an id that the target file does not have.');
  },
});

function environmentOf(
  cache: AnswerCache,
  operation: Operation,
  { invocation, exchange }: ObservedResponse,
): Environment {
  const { status, headers } = exchange.received;
  const response = contentOf(cache, operation, exchange);
  return { ...cache.requests(operation).environment(invocation), response, status, headers };
}

/**
 * Whether the rule applies to a response: not to those of invalid requests, not to rate limits, and where the rule names no
 * status, only to statuses of the operation.
 */
function applies(cache: AnswerCache, operation: Operation, { when, must }: Condition, each: ObservedResponse): boolean {
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
