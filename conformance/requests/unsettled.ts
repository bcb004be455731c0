import type { Run } from '../check/check.ts';
import type { Invocation, Paid, Received } from '../check/exchange.ts';
import { fieldsOf } from '../json/json.ts';
import { checkContext } from '../run/context.ts';

/** Pays for a call without being charged, since settlements are made to fail; `undefined` where they are not. */
export async function payUnsettled(run: Run, invocation: Invocation): Promise<Paid | undefined> {
  return checkContext.getStore()?.paying === 'unsettled' ? run.pay(invocation, { unsettled: true }) : undefined;
}

/** True for the response to a call that was served and whose settlement then failed (core-492). */
export function isUnsettled({ status, json }: Received): boolean {
  return status === 402 && fieldsOf(json).error === 'Payment settlement failed';
}
