/** What the families that judge requests share within one run. */

import { groundOf } from '../arbitraries/ground.ts';
import type { Material } from '../arbitraries/minimal.ts';
import type { Requests } from '../arbitraries/requests.ts';
import { callKey } from '../check/call-key.ts';
import type { Exchange, Invocation, Paid, Run } from '../check/check.ts';
import { remember } from '../check/once-per.ts';
import type { Operation } from '../contract/contract.ts';

/** A run with its judge and with the answers it already has. */
export interface Bench {
  readonly run: Run;
  readonly material: Material;
  requests(operation: Operation): Requests;
  /** Sends a call without payment; the same call is sent once. */
  ask(invocation: Invocation): Promise<Exchange>;
  /** Sends a call without payment although its answer is known. */
  again(invocation: Invocation): Promise<Exchange>;
  /** Pays for a call; the same call is paid once. */
  pay(invocation: Invocation): Promise<Paid>;
}

const benches = new WeakMap<Run, Bench>();

/** The bench of a run. */
export function benchOf(run: Run): Bench {
  const known = benches.get(run);
  if (known) return known;
  const created = createBench(run);
  benches.set(run, created);
  return created;
}

function createBench(run: Run): Bench {
  const { material, requests } = groundOf(run.contract, run.evaluator);
  const asked = new Map<string, Promise<Exchange>>();
  const paid = new Map<string, Promise<Paid>>();

  const again = (invocation: Invocation) => remember(asked, callKey(invocation), () => run.send(invocation));
  return {
    run,
    material,
    requests,
    ask: (invocation) => asked.get(callKey(invocation)) ?? again(invocation),
    again,
    pay: (invocation) =>
      paid.get(callKey(invocation)) ?? remember(paid, callKey(invocation), () => run.pay(invocation)),
  };
}
