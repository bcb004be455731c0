/** The call for which a provider is called. */
export interface UpstreamContext {
  /** Method and path template of the call: `POST /api/v1/search`. */
  readonly route: string;
  /** Milliseconds since 1970 by the gateway's clock. */
  readonly now: number;
  readonly signal: AbortSignal;
}

/** One finished file at the provider. */
export interface UpstreamFile {
  /** A temporary URL or a `data:` URI. */
  readonly source: string;
  readonly mime: string;
  readonly revisedPrompt?: string;
  /** Reads the file; rejects when the provider does not hand it out. */
  bytes(): Promise<Uint8Array>;
}

/** Reads a file that its provider does not serve: it always rejects. */
export function withheld(): Promise<never> {
  return Promise.reject(new Error('The provider does not serve this file.'));
}
