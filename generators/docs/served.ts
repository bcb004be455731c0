import { paymentAmounts } from '../emitters/openapi/payment-info.ts';
import type { HostView, Model, Operation } from '../model/types.ts';

/** An operation on one host. */
export interface DocumentedOperation {
  readonly view: HostView;
  readonly operation: Operation;
}

/** Every operation with the hosts that serve it, by id: hosts that are paid by the call first, then those with more operations. */
export function servedOperations({ hosts }: Model): ReadonlyMap<string, readonly DocumentedOperation[]> {
  const sorted = hosts.toSorted((a, b) => perCall(b) - perCall(a) || b.operations.length - a.operations.length);
  const served = sorted.flatMap((view) => view.operations.map((operation) => ({ view, operation })));
  return new Map([...Map.groupBy(served, ({ operation }) => operation.id)].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function perCall({ host }: HostView): number {
  return Number(host.auth === 'x402');
}

/** The cost of a call in words: `0.0263 to 1.3135 USD`. */
export function costOf({ view, operation }: DocumentedOperation): string {
  const price = view.prices[operation.price?.id ?? ''];
  if (!price) return 'free';
  const { min, max } = paymentAmounts(operation, view);
  const amount =
    min === max ? min : min === undefined ? `at most ${max}` : max === undefined ? `from ${min}` : `${min} to ${max}`;
  if (price.kind === 'quoted') return amount === undefined ? 'by its price' : `${amount} USD`;
  return 'by use';
}
