import type { Witness, WitnessRequest } from './witness.ts';

/**
 * How much a change asks of its readers.
 *
 * `breaking` is proven by a witness, `risky` is suspected, `compatible` asks for nothing.
 */
export type Level = 'breaking' | 'risky' | 'compatible';

/** Whom a change may break: those who call the service, those who operate a deployment, and runs of the suite. */
export type Reader = 'callers' | 'operators' | 'suite';

/** One level for each reader. */
export type Levels = Readonly<Record<Reader, Level>>;

/** The levels of a change that asks for nothing. */
export const harmless: Levels = { callers: 'compatible', operators: 'compatible', suite: 'compatible' };

/** Where an entry of a specification stands. */
export interface Place {
  /** Path relative to the folder of the specification. */
  readonly file: string;
  readonly line: number;
}

/** One difference of meaning between two releases. */
export interface Change {
  /** Id of its kind: `request-field-required`. */
  readonly kind: string;
  /** Its subject, the same in every run: `operation/search`, `field/search.body.max_results`. */
  readonly subject: string;
  /** Hosts on which it shows; empty for what belongs to no host. */
  readonly hosts: readonly string[];
  /** Ids of the operations that it concerns, where several have it from one place; in the older release. */
  readonly operations?: readonly string[];
  /** The fields that it concerns, where one edit of a description shows in several: `currency` in the body of `pay`. */
  readonly fields?: readonly string[];
  /** One sentence without a full stop. */
  readonly sentence: string;
  readonly levels: Levels;
  /** Why the levels are what they are. */
  readonly reason: string;
  /** Advice to the reader. */
  readonly advice: string;
  readonly before?: Place;
  readonly after?: Place;
  /** Ids of the statements behind it, of both releases. */
  readonly statements: readonly string[];
  /** Ids of the rules that it adds, removes or alters. */
  readonly rules: readonly string[];
  /** The proof of what is breaking for callers and operators. */
  readonly witness?: Witness;
  /** The proof of what is breaking for the suite. */
  readonly lostRule?: LostRule;
  /** The cause that it shares with other changes; reports show these as one entry. */
  readonly cause?: string;
  /** How far a price moved, where it is about one. */
  readonly shift?: PriceShift;
  /** Data for a plot of the change. */
  readonly figure?: Figure;
}

/** How far a price moved. Amounts are exact decimals of USD, without a sign. */
export interface PriceShift {
  readonly way: 'more' | 'less';
  readonly least: string;
  readonly most: string;
  /** The call whose cost moved most. */
  readonly largest: {
    readonly operation: string;
    readonly request: WitnessRequest;
    readonly before: string;
    readonly after: string;
  };
  /** Constants of the formulas, where nothing else differs. */
  readonly constants?: readonly string[];
}

/** A rule that the older release of a host has and the newer one does not: runs and baselines that name it are refused. */
export interface LostRule {
  readonly host: string;
  readonly rule: string;
}

/** Something that was found to mean the same though it is written differently. */
export interface Equivalence {
  readonly subject: string;
  readonly hosts: readonly string[];
  readonly parts: readonly string[];
  /** Ids of the rules that say it in either way. */
  readonly rules: readonly string[];
  /** How it is known: `algebra`, `every input`, `no difference found in 400 sampled inputs`. */
  readonly by: string;
}

/** Two prices over one input that varies, for a plot: USD by input, in order. */
export interface Figure {
  readonly kind: 'price';
  readonly input: string;
  /** Unit of the input, where it is the length of a text or list. */
  readonly unit?: 'characters' | 'items';
  /** True for prices that stay the same between some of the points: they jump at the next one. */
  readonly steps?: true;
  /** The value of the input above which alone the prices differ. */
  readonly threshold?: number;
  readonly points: readonly { readonly at: number | string; readonly before: number; readonly after: number }[];
}
