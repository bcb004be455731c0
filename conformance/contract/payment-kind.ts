import type { Operation } from './contract.ts';

/**
 * The way of a payment through a service: who pays, when it settles, whether it starts a job, and whether it streams.
 *
 * Invalid payments are tried on one operation of each kind, not on each operation.
 */
export function paymentKind({ auth, payment, machine, stream, payers }: Operation): string {
  const way = [auth, payment?.settles, machine?.role, stream && 'stream', payers];
  return way.filter((part) => part !== undefined).join(' ');
}
