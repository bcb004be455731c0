import type { Call } from '@tollwright/runtime/operation';

/** Who ordered, under which claim and for how much: on a paid call the pipeline has seen to all three. */
export function orderOf({ payer, account, claim, quote }: Pick<Call, 'payer' | 'account' | 'claim' | 'quote'>) {
  const owner = payer ?? account;
  if (owner === undefined || claim === undefined || !quote) throw new Error('The call came without a payment.');
  return { owner, claim, amount: String(quote.amount) };
}
