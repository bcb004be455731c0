import type { Call } from '@tollwright/runtime/operation/handler';

/** Owner, claim and amount of a paid call, all of which the pipeline has set. */
export function orderOf({ payer, account, claim, quote }: Pick<Call, 'payer' | 'account' | 'claim' | 'quote'>) {
  const owner = payer ?? account;
  if (owner === undefined || claim === undefined || !quote) throw new Error('The call came without a payment.');
  return { owner, claim, amount: String(quote.amount) };
}
