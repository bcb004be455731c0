import type { Parts } from '#gateway/start.ts';
import type { Front } from '../toolkit/front.ts';

/** One way in which a gateway misbehaves that no change of the spec would make. */
export interface Fault {
  /** What the gateway does wrong; the names are distinct. */
  readonly name: string;
  /** The file that it stands in. */
  readonly family: string;
  /** Host that shows it. */
  readonly host: 'base' | 'account' | 'solana' | 'xrp';
  /** A failing run has to name this rule, or one that rests on one of the same statements. */
  readonly rule: string;
  /** The lowest level at which it can be seen. */
  readonly level: 'free' | 'paid' | 'controlled';
  /** Rules to judge: all that could plausibly notice, so that naming the right one is an achievement. */
  readonly only: readonly string[];
  /** True where operations have to be called whose paths only a target file names. */
  readonly everywhere?: boolean;
  /** Breaks the parts that a gateway is made of. Called once a gateway, so that what it remembers is that gateway's. */
  readonly alter?: (parts: Parts) => Parts;
  /** Stands before the gateway, for what the parts cannot express. Called once a gateway, with its broken parts. */
  readonly front?: (parts: Parts) => Front;
}

/** A fault as its family writes it down. */
export type Described = Omit<Fault, 'family' | 'host' | 'level'> & Partial<Pick<Fault, 'host' | 'level'>>;

/** Puts a family together: its faults are of host `base` and need nothing but unpaid calls where they do not say so. */
export function family(name: string, faults: readonly Described[]): readonly Fault[] {
  return faults.map((fault) => ({ host: 'base', level: 'free', ...fault, family: name }));
}
