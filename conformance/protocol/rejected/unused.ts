import { sendPayment } from '../../calls/cheapest.ts';
import type { Outcome } from '../../check/outcome.ts';
import type { Run } from '../../check/run.ts';
import { fieldsOf } from '../../common/json.ts';
import type { Invocation } from '../../http/exchange.ts';

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
