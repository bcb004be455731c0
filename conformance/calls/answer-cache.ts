/** Responses that the checks of one run share. */

import type { Material } from '../arbitraries/minimal.ts';
import { requestSourceOf } from '../arbitraries/request-source.ts';
import type { Requests } from '../arbitraries/requests.ts';
import { shared } from '../check/observation.ts';
import { remember, remembered } from '../check/once-per-run.ts';
import type { Run } from '../check/run.ts';
import type { Operation } from '../contract/contract.ts';
import { callKey, type Exchange, type Invocation, type PaidCall } from '../http/exchange.ts';
import { unwrapped } from '../oracle/unwrapped.ts';

/** Sends calls of a run, and keeps their responses: the same call is sent, and paid, once. */
export interface AnswerCache {
  readonly run: Run;
  readonly material: Material;
  requests(operation: Operation): Requests;
  /** Sends a call without payment; the same call is sent once. */
  send(invocation: Invocation): Promise<Exchange>;
  /** Sends a call without payment again, although its response is known. */
  resend(invocation: Invocation): Promise<Exchange>;
  /** Pays for a call; the same call is paid once. */
  pay(invocation: Invocation): Promise<PaidCall>;
}

const caches = new WeakMap<Run, AnswerCache>();

/** The cache of a run. */
export function answerCacheOf(run: Run): AnswerCache {
  const known = caches.get(run);
  if (known) return known;
  const created = createAnswerCache(run);
  caches.set(run, created);
  return created;
}

function createAnswerCache(run: Run): AnswerCache {
  const { material, requests } = requestSourceOf(run.contract, run.evaluator);
  const asked = new Map<string, Promise<Exchange>>();
  const paid = new Map<string, Promise<PaidCall>>();

  const resend = (invocation: Invocation) => remember(asked, callKey(invocation), () => run.send(invocation));
  return {
    run,
    material,
    requests,
    send(invocation) {
      // A check that was sent away may not have waited until the target takes the call; this one may.
      const known = asked.get(callKey(invocation));
      if (!known) return resend(invocation);
      return shared(known).then((each) => (each.received.status === 429 ? resend(invocation) : each));
    },
    resend,
    pay: (invocation) => remembered(paid, callKey(invocation), () => run.pay(invocation)),
  };
}

/** The content of a response, without the wrapper that its operation allows. */
export function contentOf({ run, material }: AnswerCache, { responses }: Operation, { received }: Exchange): unknown {
  const schema = responses.find(({ http }) => http === received.status)?.schema;
  const { validator } = material;
  return unwrapped(schema, received.json, { validator, schemas: run.contract.schemas }).json;
}
