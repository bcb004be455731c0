import type { Outcome, Run } from '../../check/check.ts';
import type { Invocation } from '../../check/exchange.ts';
import { fieldsOf } from '../../json/json.ts';
import { sendPayment } from './cheapest.ts';

/** Judges that a payment which was rejected once, as `flaw` says, is no replay when it comes again without the flaw. */
export async function judgeUnused(run: Run, invocation: Invocation, header: string, flaw: string): Promise<Outcome> {
  const exchange = await sendPayment(run, invocation, header);
  const { code } = fieldsOf(exchange.received.json);
  if (code !== 'PAYMENT_REPLAY') return { verdict: 'pass' };
  return {
    verdict: 'fail',
    detail: `A payment that was rejected ${flaw} was a replay when it was sent again without that flaw.`,
    expected: 'a response without PAYMENT_REPLAY',
    actual: code,
    exchange,
  };
}
