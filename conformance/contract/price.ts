/** Prices and the tables they read. */

import type { Formula, Json, Provenance, Status } from './value.ts';

/**
 * A price formula.
 *
 * `quoted` prices read the request alone and are known before the call; `metered` prices read the
 * response's usage too and are charged after it.
 */
export interface Price extends Provenance {
  readonly id: string;
  readonly kind: 'quoted' | 'metered';
  readonly summary: string;
  /** Calls whose amount the documents give; absent means all. What others cost is this specification's own. */
  readonly when?: Formula;
  readonly inputs: Readonly<Record<string, Formula>>;
  /** Values for inputs that are known only after the call, so that the formula gives the highest possible cost. */
  readonly bound?: Readonly<Record<string, Formula>>;
  /** USD. */
  readonly formula: Formula;
  /** USD parts of the result by name, in order. */
  readonly breakdown: Readonly<Record<string, Formula>>;
  /** Further fields of the challenge: objects by name, each present where its `when` is true. */
  readonly details?: Readonly<Record<string, PriceDetail>>;
  readonly rounding: 'half-up' | 'half-even' | 'up' | 'down';
  readonly roundingStatus: Status;
  /** Other formulas that the documents allow as well: the other sides of a conflict. */
  readonly sides: readonly Formula[];
  readonly examples: readonly PriceExample[];
}

/** An object that a challenge carries besides the price. */
export interface PriceDetail {
  readonly when?: Formula;
  readonly fields: Readonly<Record<string, Formula>>;
}

/** A figure of the documents. `request` is the body; defaults are filled in before the formula reads it. */
export interface PriceExample {
  readonly operation?: string;
  readonly host?: string;
  readonly request: Json;
  readonly query?: Json;
  readonly params?: Json;
  readonly response?: Json;
  /** USD, exact decimal text. */
  readonly usd: string;
  readonly from: readonly string[];
}

/** A table of the documents. Entries are plain JSON; exact decimals are strings. */
export interface Catalog extends Provenance {
  readonly id: string;
  /** Field whose value a request names. */
  readonly key: string;
  /** Operation that serves the live table. */
  readonly live?: string;
  readonly entries: readonly CatalogEntry[];
}

/** One line of a catalog. */
export interface CatalogEntry {
  /** The documents' own label, such as `IMG-A1`; a target file maps it to an id. */
  readonly label: string;
  readonly status: Status;
  readonly from: readonly string[];
  /** Columns that the documents leave to each deployment; the values stand for this gateway alone. */
  readonly open?: readonly string[];
  readonly values: Readonly<Record<string, Json>>;
}
