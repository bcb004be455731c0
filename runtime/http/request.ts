/** A request as the pipeline reads it, whatever server received it. */
export interface IncomingCall {
  readonly method: string;
  /** Raw path, still percent-encoded. */
  readonly path: string;
  /** Raw query without `?`; empty when there is none. */
  readonly query: string;
  /** By lower-case name; a header sent twice is one value joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  /** Address of the caller. */
  readonly ip: string;
  /** URL at which the caller reaches the service, without a slash at its end: `https://api.example/shop`. */
  readonly baseUrl: string;
  /**
   * Reads a body of at most `maxBytes`; throws `payload-too-large` for a longer one.
   *
   * Bodies of callers that are not `known` share memory; throws `bodies-full` while too many are being read.
   */
  body(maxBytes: number, known?: boolean): Promise<Buffer>;
  /** Remembers that the caller has paid for a call: networks of payers have a part of memory and connections of their own. */
  hasPaid(): void;
  /** Aborted when the caller hangs up before the answer is complete. */
  readonly signal: AbortSignal;
}

/** An answer as the pipeline gives it. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Parts that are sent as they come, instead of a body. They are always read to the end. */
  readonly parts?: AsyncIterable<string>;
  /** Returns the trailers once the parts have ended. The header `Trailer` has their names. */
  readonly trailers?: (() => Readonly<Record<string, string>>) | undefined;
  /** Called once the answer has been sent; `whole` is false if the connection broke. */
  readonly sent?: ((whole: boolean) => Promise<void>) | undefined;
}
