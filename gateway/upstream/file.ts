/** One finished file at the provider. */
export interface UpstreamFile {
  /** A temporary URL or a `data:` URI. */
  readonly source: string;
  readonly mime: string;
  readonly revisedPrompt?: string;
  /** Reads the file; rejects when the provider does not hand it out. */
  bytes(): Promise<Uint8Array>;
}
