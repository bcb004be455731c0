import type { Reply } from '@tollwright/runtime/operation/handler';
import { Problem } from '@tollwright/runtime/operation/problem';
import type { UpstreamFailure } from '@tollwright/runtime/upstream/failure';

/** The default of `Retry-After` in seconds. */
const defaultRetryAfter = 60;

/** Responds to a refusal of the provider with its own status; throws the problem of every other failure. */
export function failureReply({ kind, message, detail }: UpstreamFailure): Reply<never> {
  switch (kind) {
    case 'timeout':
      throw new Problem('web-search-timeout');
    case 'unconfigured':
      throw new Problem('web-search-unconfigured', { details: message });
    case 'capacity': {
      const seconds = String(detail.retryAfter ?? defaultRetryAfter);
      return { ...refusal(429, message), headers: { 'Retry-After': seconds } };
    }
    default: {
      const { status = 500 } = detail;
      if (kind === 'rejected' && status >= 400 && status < 500) return refusal(status, message);
      throw new Problem('upstream-failed', { details: message });
    }
  }
}

function refusal(status: number, details: string): Reply<never> {
  return { status, relayed: { error: 'Bad Request', status, details }, charge: 'free' };
}
