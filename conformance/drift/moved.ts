/** Differences between a live host and a release. */

/** The kinds of differences, in the order of a report. */
export const movedKinds = ['operation', 'price', 'limit', 'catalog', 'description', 'rule'] as const;

/** One way in which a live host departs from a release. */
export interface Difference {
  readonly kind: (typeof movedKinds)[number];
  /** Stable name of the value that moved, such as `catalog.text-models.acme/large.rates/input`; a history compares by it. */
  readonly id: string;
  /** Names of further values that moved by the same cause. */
  readonly also?: readonly string[];
  /** One sentence. */
  readonly text: string;
  /** The value of the release. */
  readonly before?: unknown;
  /** The value of the live host. */
  readonly after?: unknown;
  /** Method and path of the request whose response shows it. */
  readonly request?: string;
  /** Statements of the documents behind it. */
  readonly statements?: readonly string[];
}

/** A part of a drift report, and what it could not compare. */
export interface Part {
  readonly moved: readonly Difference[];
  /** How many things were compared. */
  readonly compared: number;
  /** The parts that could not be compared, with the reason. */
  readonly unseen: readonly string[];
}
