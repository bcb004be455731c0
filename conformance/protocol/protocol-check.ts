import type { Outcome, Run } from '../check/check.ts';

/** One rule of the protocol with the calls that show it. */
export interface ProtocolCheck {
  /** Rule id. */
  readonly id: string;
  /** True when it scripts the target, so that no other check may run beside it. */
  readonly alone?: boolean;
  check(run: Run): Promise<Outcome>;
}

/** What is wrong with an answer. */
export interface Fault {
  readonly detail: string;
  readonly expected?: unknown;
  readonly actual?: unknown;
  /** JSON pointer within the answer. */
  readonly at?: string;
}
