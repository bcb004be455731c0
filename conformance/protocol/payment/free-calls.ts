import { operationContextOf } from '../../arbitraries/request-source.ts';
import { isServed } from '../../calls/cheapest.ts';
import { controlOf } from '../../calls/control.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import type { Run } from '../../check/run.ts';
import type { Invocation } from '../../http/exchange.ts';
import { NotTestable } from '../../http/interruption.ts';

/** As many calls as stated are free of charge in a window, and the next one is sold. It moves the clock to a new window. */
export const freeCalls: ProtocolCheck = {
  id: 'payment.free-calls',
  alone: true,
  async check(run) {
    const { freeCalls: quota } = run.contract.host;
    const due = soldCall(run);
    if (!quota || !due) throw new NotTestable('unserved', 'No priced operation could be called.');
    await controlOf(run).advance(quota.window);
    for (let count = 0; count <= quota.count; count += 1) {
      const exchange = await run.send({ ...due, exhausts: true });
      const isFree = count < quota.count;
      const { status } = exchange.received;
      if (isFree ? isServed(exchange) : status === 402) continue;
      return {
        verdict: 'fail',
        detail: `Of ${quota.count} free calls in ${quota.window} s, call ${count + 1} must ${isFree ? 'be served without a payment' : 'ask for a payment'}.`,
        expected: isFree ? 'a status below 300' : 402,
        actual: status,
        exchange,
      };
    }
    return { verdict: 'pass', operations: [due.operation.id] };
  },
};

/** A call that has a price and may be free: a gateway that gives too many away never asks for a payment, so none is waited for. */
function soldCall(run: Run): Invocation | undefined {
  for (const operation of run.contract.operations) {
    const { auth, price, payment, closed } = operation;
    if (auth !== 'payment' || !price || payment?.settles !== 'after-upstream' || closed !== undefined) continue;
    const { requests, evaluator } = operationContextOf(run, operation);
    if (evaluator.micro(price, requests.environment(requests.base)) > 0n) return requests.base;
  }
  return undefined;
}
