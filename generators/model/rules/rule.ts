import type { Spec } from '../spec.ts';
import type { Host, Operation, Provenance, Rule, Status, Tier } from '../types.ts';
import type { BareView } from '../view/view.ts';

/** A rule of one host before it is merged with those of other hosts. */
export type HostRule = Omit<Rule, 'hosts' | 'tier'>;

/** A host with the specification and the view that its rules come from. */
export interface RuledHost {
  readonly spec: Spec;
  readonly view: BareView;
  /** Tells whether a list of hosts selects the host. */
  isSelected(hosts: readonly string[]): boolean;
}

/** The tier that follows from the status of a rule. */
export function tierOf(status: Status): Tier {
  if (status === 'unknown') return 'none';
  return status === 'assumed' ? 'info' : 'must';
}

/** The level at which the responses of an operation can be seen: free where they need no payment. */
export function answerLevel(operation: Pick<Operation, 'auth'>): Rule['level'] {
  return operation.auth === 'none' ? 'free' : 'paid';
}

/**
 * The level at which a refusal of a wrong request can be seen.
 *
 * Free where a payment is asked for: most deployments validate before they ask, and one that does not shows a
 * challenge, which decides nothing.
 */
export function refusalLevel(operation: Pick<Operation, 'auth'>): Rule['level'] {
  return operation.auth === 'payment' ? 'free' : answerLevel(operation);
}

/** True where a host returns a challenge before it serves a request, so that prices can be read for free. */
export function quotesBeforeServing(auth: Host['auth'], operation: Pick<Operation, 'auth'>): boolean {
  return auth === 'x402' && ['payment', 'wallet'].includes(operation.auth);
}

/** Statements and status of an entry. */
export function provenance({ from, status }: Provenance): Provenance {
  return { from, status };
}
