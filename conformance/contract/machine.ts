/** Machines, and scenarios of several calls. */

import type { Condition } from './operation.ts';
import type { Formula, Json, Provenance, Status } from './value.ts';

/** The states of one kind of resource and how they follow each other. */
export interface Machine extends Provenance {
  readonly id: string;
  readonly summary: string;
  /** The part of every call whose life the machine describes; absent where it describes the jobs of an operation. */
  readonly of?: 'stream' | 'balance';
  readonly initial: string;
  readonly states: Readonly<Record<string, MachineState>>;
  readonly transitions: readonly Transition[];
  readonly always: readonly Invariant[];
  /** JSON pointer of the state and of the resource's id in answers. */
  readonly reads: { readonly state?: string; readonly id?: string };
}

/** One state of a machine. */
export interface MachineState {
  readonly final: boolean;
  readonly summary: string;
}

/** `from` of a transition are the states it leaves, always one of them; its statements have a name of their own. */
export interface Transition {
  readonly id: string;
  readonly from: readonly string[];
  readonly statements: readonly string[];
  readonly status: Status;
  /** `upstream.started`, `poll`, `after(3600s)`, … */
  readonly on: string;
  /** Seconds, for `after(...)`. */
  readonly after?: number;
  readonly if?: Formula;
  readonly to: string;
  readonly effects: readonly string[];
  /** Rule of the scenario that shows it, where no sequence of events and polls does. */
  readonly shownBy?: string;
}

/** A condition that holds in some states of a machine. */
export interface Invariant extends Provenance {
  readonly id: string;
  readonly in: readonly string[];
  readonly then: Formula;
}

/**
 * Several calls in order, with expectations at the end.
 *
 * Each step binds its result to a name that the expectations read.
 */
export interface Scenario extends Provenance {
  readonly id: string;
  readonly title: string;
  readonly steps: readonly Step[];
  readonly expects: readonly Condition[];
}

/** One step of a scenario. Exactly one of the verbs is present. */
export interface Step {
  readonly as?: string;
  /** Operation id. */
  readonly call?: string;
  /** Overrides of the operation's example: `body`, `query`, `params`, `headers`; CEL values as `{"cel": ...}`. */
  readonly with?: Readonly<Record<string, Json | Formula>>;
  /**
   * `fresh` (default where the operation is paid), `none`, `other-wallet`, `other-network` (the scenario's own payer pays the
   * offer of another network than the usual one), or the name of an earlier call whose authorization is sent again.
   */
  readonly pay?: string;
  /** Path taken from an earlier answer instead of the operation's own. */
  readonly url?: Formula;
  readonly times?: number;
  readonly concurrent?: boolean;
  readonly upstream?: {
    readonly operation: string;
    readonly outcome: string;
    readonly times?: number;
    readonly detail?: Json;
  };
  readonly settlement?: { readonly outcome: string; readonly times?: number };
  readonly event?: { readonly machine: string; readonly id: Formula; readonly event: string; readonly detail?: Json };
  /** Seconds. */
  readonly advance?: number;
  readonly ledger?: boolean;
  /** Creates an account key with this balance (USD) and uses it from here on. */
  readonly key?: string;
  readonly fund?: string;
  readonly allow?: boolean;
}
