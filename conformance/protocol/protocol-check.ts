import type { Outcome, Run } from '../check/check.ts';

/** The check of one rule of the protocol. */
export interface ProtocolCheck {
  /** Rule id. */
  readonly id: string;
  /** True when it scripts the target, so no other check may run at the same time. */
  readonly alone?: boolean;
  /** True when it is read off all payments of the run. */
  readonly whole?: boolean;
  check(run: Run): Promise<Outcome>;
}

/** The mismatch between a response and what is required. */
export interface Mismatch {
  readonly detail: string;
  readonly expected?: unknown;
  readonly actual?: unknown;
  /** JSON pointer into the response body. */
  readonly at?: string;
}
