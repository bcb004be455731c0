import { Problem } from '../operation/problem.ts';

/** The kinds of failures of providers. */
export type FailureKind = 'failed' | 'rejected' | 'timeout' | 'capacity' | 'unconfigured';

export interface FailureDetail {
  /** HTTP status of the provider's refusal. */
  readonly status?: number;
  /** Seconds to wait, as the provider states them; they may have decimals. */
  readonly retryAfter?: number;
  /** Opaque tag of the capacity pool. */
  readonly source?: string;
  /** The provider's message, for the operator's log. It may name accounts, so callers do not get it. */
  readonly reason?: string;
  /** Whether the operator has to act, since calls of the provider cannot be charged. */
  readonly isAlarm?: boolean;
}

/** The default of `Retry-After` in seconds. */
const defaultRetryAfter = 60;

/**
 * A failure of a provider. It is never charged.
 *
 * A handler that throws it answers `rate-limited` where the provider has no capacity, and else `upstream-failed`. A handler
 * that has its own error for a kind of failure catches it.
 */
export class UpstreamFailure extends Problem {
  readonly kind: FailureKind;
  readonly detail: FailureDetail;

  constructor(kind: FailureKind, message: string, detail: FailureDetail = {}) {
    const { retryAfter = defaultRetryAfter, source = 'upstream' } = detail;
    const seconds = Math.ceil(retryAfter);
    if (kind === 'capacity') {
      const headers = { 'Retry-After': String(seconds), 'X-RateLimit-Source': source };
      super('rate-limited', { source, retry_after_seconds: seconds, details: message }, headers);
    } else {
      // The caller also learns when a provider that is down expects to be back.
      const isTimed = kind === 'failed' && detail.retryAfter !== undefined;
      super('upstream-failed', { details: message }, isTimed ? { 'Retry-After': String(seconds) } : {});
    }
    this.name = 'UpstreamFailure';
    this.message = message;
    this.kind = kind;
    this.detail = detail;
  }
}
