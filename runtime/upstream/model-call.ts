/** A call of a model, and the answer that it gets. */

import type { Call } from '../operation/handler.ts';
import type { Direction } from '../operation/script.ts';
import type { ProviderAnswer } from './answer.ts';
import type { Format } from './format.ts';
import type { MeteredCall } from './usage.ts';

/** The call that needs a model. The work of a job has no route, since its order has paid for it. */
export type ModelCall = Pick<Call, 'signal' | 'scripted' | 'bytes' | 'note'> & MeteredCall;

/** A request in the format of a model's API; `model` is an id of the gateway's catalog. */
export interface ModelRequest {
  readonly model: string;
  readonly stream?: boolean | null | undefined;
}

/** An answer of a provider, with the call and the request that it answers. */
export interface RelayedAnswer {
  readonly call: ModelCall;
  readonly format: Format;
  readonly asked: ModelRequest;
  readonly answer: ProviderAnswer;
  readonly direction: Direction | undefined;
}
