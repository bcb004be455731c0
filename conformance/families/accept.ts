import { mediaTypeOf } from '@tollwright/runtime/values/body-format';
import { answerCacheOf } from '../calls/answer-cache.ts';
import { needAnswer } from '../calls/responses.ts';
import type { Family } from '../check/family.ts';
import { failure, notTestable } from '../check/outcome.ts';

/** An answer has the content type that `Accept` prefers, and the usual one where nothing is preferred. */
export const acceptFamily: Family = {
  kind: 'accept',
  async check(rule, run) {
    const operation = run.operation(rule.operation ?? '');
    const { contentType, also = [] } = operation.responses.find((each) => each.also) ?? { contentType: '' };
    const { base } = answerCacheOf(run).requests(operation);
    const cases = [
      ...also.map((type) => [type, `${type}, ${contentType};q=0.5`] as const),
      [contentType, `${contentType}, ${also.join(';q=0.5, ')};q=0.5`] as const,
      [contentType, '*/*'] as const,
    ];
    for (const [type, accept] of cases) {
      const invocation = { ...base, headers: { ...base.headers, accept } };
      const exchange = operation.auth === 'none' ? await run.send(invocation) : await run.pay(invocation);
      needAnswer(run, operation, exchange);
      const { status, headers, text } = exchange.received;
      if (status < 200 || status >= 300) return notTestable('unserved', `The call was answered with ${status}.`);
      const sent = mediaTypeOf(headers['content-type'] ?? '');
      const detail = `A call with the header \`accept: ${accept}\` must get ${type}.`;
      if (sent !== mediaTypeOf(type)) return failure(detail, type, exchange, sent);
      if (text === '') return failure(`${detail} The body is empty.`, 'some bytes', exchange, '');
    }
    return { verdict: 'pass', detail: `Content types asked for: ${also.length + 1}.` };
  },
};
