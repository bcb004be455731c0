/** The call on whose behalf a provider is called. */
export interface UpstreamContext {
  /** Method and path template of the call: `POST /api/v1/search`. */
  readonly route: string;
  /** Milliseconds since 1970 by the gateway's clock. */
  readonly now: number;
  readonly signal: AbortSignal;
}
