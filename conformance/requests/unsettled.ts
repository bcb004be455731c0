import type { Invocation, Paid, Received, Run } from '../check.ts';
import { fieldsOf } from '../json.ts';
import type { Control } from '../target/control.ts';
import { ControlError } from '../target/control-client.ts';

/**
 * Pays for a call while settlements are made to fail, so that it is served for nothing; `undefined` where they cannot be.
 *
 * No other check may be paying meanwhile.
 */
export async function payUnsettled(run: Run, invocation: Invocation): Promise<Paid | undefined> {
  const { control } = run;
  if (!control?.capabilities.has('settlement') || !(await isRestored(control))) return undefined;
  await control.settlement('fail');
  try {
    return await run.pay(invocation);
  } finally {
    await isRestored(control);
  }
}

/** Lets settlements succeed again; false where the control API, whose contract does not say so, takes no such call. */
async function isRestored(control: Control): Promise<boolean> {
  try {
    await control.settlement('succeed');
    return true;
  } catch (error) {
    if (error instanceof ControlError) return false;
    throw error;
  }
}

/** True for the answer to a call that was served and whose settlement then failed (core-492). */
export function isUnsettled({ status, json }: Received): boolean {
  return status === 402 && fieldsOf(json).error === 'Payment settlement failed';
}
