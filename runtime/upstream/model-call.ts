/** A call of a model, and the answer that is relayed to it. */

import type { Call } from '../operation/handler.ts';
import type { Direction } from '../operation/script.ts';
import type { ProviderAnswer } from './answer.ts';
import type { Format } from './format.ts';
import type { MeteredCall } from './usage.ts';

/** The call that an answer of a model is for; the work of a job, which its order has paid for, has no route. */
export type ModelCall = Pick<Call, 'signal' | 'scripted' | 'bytes'> & MeteredCall;

/** A request in the format of a model's API; `model` is an id of the gateway's catalog. */
export interface ModelRequest {
  readonly model: string;
  readonly stream?: boolean | null | undefined;
}

/** An answer of a provider, and what it is for. */
export interface RelayedAnswer {
  readonly call: ModelCall;
  readonly format: Format;
  readonly asked: ModelRequest;
  readonly answer: ProviderAnswer;
  readonly direction: Direction | undefined;
}
