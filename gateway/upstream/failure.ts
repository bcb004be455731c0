/** The kinds of failures of providers. */
export type FailureKind = 'failed' | 'rejected' | 'timeout' | 'capacity' | 'unconfigured';

export interface FailureDetail {
  /** HTTP status of the provider's refusal. */
  readonly status?: number;
  /** Seconds to wait, from the provider. */
  readonly retryAfter?: number;
  /** Opaque tag of the capacity pool. */
  readonly source?: string;
}

/** A failure of a provider, which handlers turn into a problem of the service. */
export class UpstreamFailure extends Error {
  readonly kind: FailureKind;
  readonly detail: FailureDetail;

  constructor(kind: FailureKind, message: string, detail: FailureDetail = {}) {
    super(message);
    this.name = 'UpstreamFailure';
    this.kind = kind;
    this.detail = detail;
  }
}

/** Rejects: the file cannot be read at its provider. */
export function withheld(): Promise<never> {
  return Promise.reject(new Error('The provider does not serve this file.'));
}
