import { type AnswerCache, answerCacheOf } from '../../calls/answer-cache.ts';
import { firstFinding } from '../../calls/first-finding.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import type { Outcome } from '../../check/outcome.ts';
import { fieldsOf } from '../../common/json.ts';
import type { Operation } from '../../contract/contract.ts';
import type { Invocation } from '../../http/exchange.ts';
import { NotTestable, whereItCan } from '../../http/interruption.ts';
import { sampleOf } from '../../http/sample.ts';

/** A body that is not JSON is refused: lenient parsers disagree with each other about its meaning. */
export const notJson: ProtocolCheck = {
  id: 'http.not-json',
  async check(run) {
    const cache = answerCacheOf(run);
    let judged = 0;
    const counted = new Set(run.contract.limits.flatMap(({ operations }) => operations));
    const chosen = run.contract.operations.filter(
      (operation) => isValidatedFirst(operation) && !counted.has(operation.id),
    );
    const finding = await firstFinding(chosen, async (operation): Promise<Outcome | undefined> => {
      for (const text of almostJson(operation, cache)) {
        const invocation: Invocation = { ...sampleOf(operation), raw: { text, contentType: 'application/json' } };
        const exchange = await whereItCan(() => run.send(invocation));
        const status = exchange?.received.status;
        // An operation that is not served here does not show how it parses bodies.
        if (!exchange || status === undefined || status === 401 || status === 404 || status >= 500) break;
        judged += 1;
        if (status === 400) continue;
        return {
          verdict: 'fail',
          detail: `${operation.id} accepted a body that is not JSON: ${text.slice(0, 80)}`,
          expected: 400,
          actual: status,
          exchange,
        };
      }
      return undefined;
    });
    if (finding) return finding;
    if (judged === 0) throw new NotTestable('No operation validates its body before it returns a challenge.');
    return { verdict: 'pass', detail: `Bodies sent: ${judged}.` };
  },
};

function isValidatedFirst({ auth, body, closed }: Operation): boolean {
  if (!body || closed !== undefined || body.contentType !== 'application/json') return false;
  return body.validates === 'before-challenge' || auth === 'none';
}

function isAllOptional({ body }: Operation, { material }: AnswerCache): boolean {
  return body !== undefined && material.validator.valid(body.schema, {});
}

/** The example in forms that only lenient parsers accept. */
function almostJson(operation: Operation, cache: AnswerCache): readonly string[] {
  const text = JSON.stringify(fieldsOf(operation.example.body));
  if (text === '{}') return [];
  return [
    text.replace(/}$/, ',}'),
    `${text} x`,
    `${text}\n${text}`,
    `/* a comment */ ${text}`,
    text.replaceAll(/"(\w+)":/g, "'$1':"),
    text.replaceAll(/"(\w+)":/g, '$1:'),
    text.slice(0, -1),
    // Where every field is optional, no body may mean a body without fields.
    ...(isAllOptional(operation, cache) ? [] : ['']),
  ];
}
