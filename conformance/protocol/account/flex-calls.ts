import { meteredCalls } from '../../arbitraries/metered-calls.ts';
import { operationContextOf } from '../../calls/answer-cache.ts';
import type { Run } from '../../check/run.ts';
import { fieldsOf } from '../../common/json.ts';
import type { Operation } from '../../contract/contract.ts';
import type { Invocation } from '../../http/exchange.ts';

/** The calls of an operation with the tier flex, and the same calls without. */
export interface FlexCalls {
  readonly operation: Operation;
  readonly calls: readonly Invocation[];
  readonly usual: readonly Invocation[];
}

/** The calls of the first operation that takes the tier flex; `undefined` where none does. */
export function flexCalls(run: Run): FlexCalls | undefined {
  for (const operation of run.contract.operations) {
    const use = operation.price;
    if (!use || run.evaluator.price(use).kind !== 'metered') continue;
    const context = operationContextOf(run, operation);
    const all = meteredCalls(use, context).flat();
    const calls = all.filter(({ body }) => fieldsOf(body).service_tier === 'flex');
    const usual = calls.map((call) => ({ ...call, body: { ...fieldsOf(call.body), service_tier: undefined } }));
    if (calls.length > 0) return { operation, calls, usual };
  }
  return undefined;
}
