import type { Call } from '@tollwright/runtime/operation/handler';
import { UnknownCaller } from '@tollwright/runtime/operation/problem';
import type { Services } from '@tollwright/runtime/pipeline/services';
import type { Upstream } from '../../upstream/port.ts';
import type { Media } from './media.ts';

/** Context of every handler, besides its call. */
export interface HandlerContext {
  /** Read it on each call: it may be replaced until the gateway has started. */
  readonly services: Services;
  readonly upstream: Upstream;
  readonly media: Media;
}

/** The caller: the wallet that signed, or the account of the key. */
export function callerOf({ payer, account }: Call): string {
  const caller = payer ?? account;
  if (caller === undefined) throw new UnknownCaller();
  return caller;
}

/** Owner, claim and amount of a paid call, all of which the pipeline has set. */
export function orderOf({ payer, account, claim, quote }: Pick<Call, 'payer' | 'account' | 'claim' | 'quote'>) {
  const owner = payer ?? account;
  if (owner === undefined) throw new UnknownCaller();
  if (claim === undefined || !quote) throw new Error('The call came without a payment.');
  return { owner, claim, amount: String(quote.amount) };
}
