import type { Operation } from '../../contract/contract.ts';

/**
 * The way that a payment takes through a service: who pays, when it settles, what it may become and how it is answered.
 *
 * What goes wrong with payments on one such way is tried on one operation of it, and not on each.
 */
export function paymentKind({ auth, payment, machine, stream, payers }: Operation): string {
  const way = [auth, payment?.settles, machine?.role, stream && 'stream', payers];
  return way.filter((part) => part !== undefined).join(' ');
}
