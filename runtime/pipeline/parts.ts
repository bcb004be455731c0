import type { Call, Handler, RequestCheck } from '../operation/handler.ts';
import type { HostDefinition } from '../operation/host.ts';
import type { Verify } from '../payment/verify.ts';
import type { Answers } from './answers.ts';
import type { KeptAnswers } from './kept-answers.ts';
import type { Limits } from './limits.ts';
import type { Services } from './services.ts';

/** Handlers by operation id. An operation without one answers 501. */
export type Handlers = Readonly<Record<string, Handler>>;

/** Checks that a gateway adds to those of the specification, by operation id. */
export type RequestChecks = Readonly<Record<string, RequestCheck>>;

/** Dependencies of every step of one host's pipeline. */
export interface PipelineParts {
  readonly host: HostDefinition;
  readonly handlers: Handlers;
  readonly checks: RequestChecks;
  readonly services: Services;
  readonly answers: Answers;
  readonly limits: Limits;
  /** Checks payments; absent on hosts that take none. */
  readonly verify: Verify | undefined;
  readonly keptAnswers: KeptAnswers;
}

/** The caller of an operation, with its payment or reservation. */
export type Identity = Pick<Call, 'payer' | 'account' | 'quote' | 'claim' | 'payment'>;
