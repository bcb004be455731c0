/** One figure of the benchmark, with that of a peer or a limit from the same run. */
export interface Figure {
  readonly what: string;
  /** Our figure with its unit. */
  readonly ours: string;
  /** The peer's figure with its unit. */
  readonly peer: string;
  /** Ours over the peer's, or seconds where the aim is a time. */
  readonly value: number;
  readonly aim: { readonly atLeast: number } | { readonly atMost: number };
}
