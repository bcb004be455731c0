/** Proof that a payment was settled. */
export interface Receipt {
  readonly transaction: string;
  readonly network: string;
  readonly payer: string;
}

/** The outcome of a call that failed. */
export interface Outcome {
  /** Code of the error, for programs. It is the gateway's own code where it has sent one. */
  readonly code: string;
  /** Status of the response, where there was one. */
  readonly status?: number | undefined;
  /** Whether the call was charged; absent where the client does not know. */
  readonly charged?: boolean | undefined;
  /** Proof of the charge. */
  readonly receipt?: Receipt | undefined;
}

/** Base class of all errors of a client. */
export abstract class ClientError extends Error implements Outcome {
  readonly code: string;
  readonly status: number | undefined;
  readonly charged: boolean | undefined;
  readonly receipt: Receipt | undefined;

  constructor(message: string, { code, status, charged, receipt }: Outcome, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.status = status;
    this.charged = charged;
    this.receipt = receipt;
  }
}
