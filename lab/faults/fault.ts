import type { Deviation } from '../toolkit/altered-gateway.ts';

/** One way in which a gateway misbehaves that no change of the spec would make. */
export interface Fault extends Deviation {
  /** The wrong behavior of the gateway, as a unique name. */
  readonly name: string;
  /** The file that it stands in. */
  readonly family: string;
  /** Host that shows it. */
  readonly host: 'base' | 'account' | 'arc' | 'solana' | 'nano' | 'xrp';
  /** A failing run has to name this rule, or one that rests on one of the same statements. */
  readonly rule: string;
  /** The lowest level at which it can be seen. */
  readonly level: 'free' | 'paid' | 'controlled';
  /** Rules to judge: all that could plausibly notice, so that naming the right one is an achievement. */
  readonly only: readonly string[];
  /** True where operations have to be called whose paths only a target file names. */
  readonly everywhere?: boolean;
}

/** A fault as its family defines it: by default on host `base`, and seen by unpaid calls. */
export type FaultDefinition = Omit<Fault, 'family' | 'host' | 'level'> & Partial<Pick<Fault, 'host' | 'level'>>;

/** Defines the faults of one family. */
export function defineFaults(family: string, faults: readonly FaultDefinition[]): readonly Fault[] {
  return faults.map((fault) => ({ host: 'base', level: 'free', ...fault, family }));
}
