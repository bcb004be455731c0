import { offerOf } from '../../calls/challenge.ts';
import { cheapest, controlPaid, isServed, payerOf, sendPayment } from '../../calls/cheapest.ts';
import { needFunds } from '../../calls/funds.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import type { Outcome } from '../../check/outcome.ts';
import type { Run } from '../../check/run.ts';
import { UnexpectedResponse, whereItCan } from '../../http/interruption.ts';
import { sampleOf } from '../../http/sample.ts';
import { startJob } from '../../machine/job.ts';
import { encodePayment } from '../../wallet/wallet.ts';

/** The older header name carries the same payment, to a call and to the poll of a job. */
export const acceptedXPayment: ProtocolCheck = {
  id: 'payment.accepted.x-payment',
  async check(run) {
    await controlPaid(run);
    const invocation = sampleOf(await cheapest(run));
    const offer = offerOf(run, await run.challenge(invocation));
    const payment = await payerOf(run).sign(offer, await run.now());
    const exchange = await sendPayment(run, invocation, encodePayment(payment), 'X-Payment');
    if (isServed(exchange)) return (await judgePolls(run)) ?? { verdict: 'pass' };
    needFunds(exchange);
    return {
      verdict: 'fail',
      detail: 'A call with a valid payment in X-Payment was not served.',
      expected: 200,
      actual: exchange.received.status,
      exchange,
    };
  },
};

/** The failure of the first poll that accepts the payment of its job under the usual name only. */
async function judgePolls(run: Run): Promise<Outcome | undefined> {
  for (const machine of Object.values(run.contract.machines)) {
    const job = await whereItCan(() => startJob(run, machine)).catch(withoutJob);
    if (job?.polledBy.auth !== 'wallet' || job.accepted.header === '') continue;
    const polled = await sendPayment(run, job.fetching, job.accepted.header, 'X-Payment');
    if (isServed(polled)) continue;
    const usual = await sendPayment(run, job.fetching, job.accepted.header);
    if (!isServed(usual)) continue;
    return {
      verdict: 'fail',
      detail: `${job.polledBy.id} accepted the payment of its job in PAYMENT-SIGNATURE, but not in X-Payment.`,
      expected: usual.received.status,
      actual: polled.received.status,
      exchange: polled,
    };
  }
  return undefined;
}

/** Other rules judge why no job starts. */
function withoutJob(error: unknown): undefined {
  if (!(error instanceof UnexpectedResponse)) throw error;
}
