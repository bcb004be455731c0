import type { Call, Handler, RequestCheck } from '../operation/handler.ts';
import type { HostDefinition } from '../operation/host.ts';
import type { Verify } from '../payment/verify.ts';
import type { Answers } from './answers.ts';
import type { Limits } from './limits.ts';
import type { Services } from './services.ts';

/** Handlers by operation id. An operation without one answers 501. */
export type Handlers = Readonly<Record<string, Handler>>;

/** Checks of the gateway's own by operation id, for what the specification does not state. */
export type RequestChecks = Readonly<Record<string, RequestCheck>>;

/** What every step of the pipeline of one host works with. */
export interface PipelineParts {
  readonly host: HostDefinition;
  readonly handlers: Handlers;
  readonly checks: RequestChecks;
  readonly services: Services;
  readonly answers: Answers;
  readonly limits: Limits;
  /** Checks payments; absent on hosts that take none. */
  readonly verify: Verify | undefined;
}

/** The caller of an operation, and what it has paid or reserved. */
export type Identity = Pick<Call, 'payer' | 'account' | 'quote' | 'claim' | 'payment'>;
