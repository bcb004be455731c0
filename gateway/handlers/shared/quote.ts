import type { Quote } from '@tollwright/runtime/money/formula';
import type { HostDefinition } from '@tollwright/runtime/operation/host';
import type { Route } from '@tollwright/runtime/operation/operation';

/** The quote of a host for a request that has only the fields its formula reads; undefined where the host does not quote the operation. */
export function quoteOf(
  host: HostDefinition,
  operation: string,
  request: Readonly<Record<string, unknown>>,
): Quote | undefined {
  const quote = host.routes.find((route) => route.operation.id === operation)?.quote;
  // Formulas ask for the whole request, though a catalog has only what decides the price.
  const input = { request, query: {}, params: {} } as unknown as Parameters<NonNullable<Route['quote']>>[0];
  return quote?.(input);
}
