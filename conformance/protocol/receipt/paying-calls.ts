import { isServed } from '../../calls/cheapest.ts';
import type { Run } from '../../check/run.ts';
import { valueAt } from '../../common/json.ts';
import type { Operation } from '../../contract/contract.ts';
import type { Exchange, Sent } from '../../http/exchange.ts';

/** A response with a receipt, and the calls whose payment it may be the receipt of. */
export interface Receipt {
  readonly exchange: Exchange;
  /** One, or for the poll of a job the call that created it and the poll itself: either may settle. */
  readonly payingCalls: readonly Sent[];
}

/** The served calls of a run with their receipts, oldest first. */
export function receiptsOf(run: Run): readonly Receipt[] {
  return run.exchanges
    .filter(({ exchange }) => isServed(exchange) && exchange.received.headers['x-payment-receipt'])
    .map(({ invocation, exchange }) => {
      const created = creatorOf(run, invocation.operation, exchange.sent);
      return { exchange, payingCalls: [...(created ? [created] : []), exchange.sent] };
    });
}

/** The call that created the job which a call polls; undefined for other calls. */
function creatorOf(run: Run, { machine }: Operation, { path }: Sent): Sent | undefined {
  if (machine?.role !== 'poll') return undefined;
  const pointer = run.contract.machines[machine.id]?.reads.id ?? '/id';
  const created = run.exchanges.find(({ invocation, exchange }) => {
    const own = invocation.operation.machine;
    const id = valueAt(exchange.received.json, pointer);
    return own?.id === machine.id && own.role === 'create' && typeof id === 'string' && path.includes(id);
  });
  return created?.exchange.sent;
}
