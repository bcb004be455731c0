/** Why a provider did not deliver. */
export type FailureKind = 'failed' | 'rejected' | 'timeout' | 'capacity' | 'unconfigured';

export interface FailureDetail {
  /** HTTP status of the provider's refusal. */
  readonly status?: number;
  /** Seconds the provider asks callers to wait. */
  readonly retryAfter?: number;
  /** Opaque tag of the capacity pool. */
  readonly source?: string;
}

/** A provider that did not deliver: what handlers turn into the error answers of the service. */
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

/** Reads a file that its provider does not hand out. */
export function withheld(): Promise<never> {
  return Promise.reject(new Error('The provider does not hand out this file.'));
}
