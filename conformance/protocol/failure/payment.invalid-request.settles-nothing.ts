import { offerOf } from '../../calls/challenge.ts';
import { isServed, sendPayment } from '../../calls/cheapest.ts';
import { ledgerOf } from '../../calls/control.ts';
import { firstPaidFinding } from '../../calls/first-finding.ts';
import { allChallengesOf } from '../../calls/unpaid.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import type { Outcome } from '../../check/outcome.ts';
import type { Run } from '../../check/run.ts';
import type { Operation } from '../../contract/contract.ts';
import { mistakesOf } from '../../errors/mistakes.ts';
import type { Exchange, Invocation } from '../../http/exchange.ts';
import { NotTestable, whereItCan } from '../../http/interruption.ts';
import { sampleOf } from '../../http/sample.ts';
import { encodePayment } from '../../wallet/wallet.ts';

/** A request that is refused before the upstream is called settles nothing, whatever the reason. */
export const invalidRequestSettlesNothing: ProtocolCheck = {
  id: 'payment.invalid-request.settles-nothing',
  async check(run) {
    const operations = new Set<string>();
    const finding = await firstPaidFinding(run, await allChallengesOf(run), async ({ operation }) => {
      const outcome = await whereItCan(() => refuse(run, operation));
      if (outcome?.verdict === 'fail') return outcome;
      if (outcome) operations.add(operation.id);
      return undefined;
    });
    if (finding) return finding;
    if (operations.size === 0) throw new NotTestable('No paid operation takes input that could be invalid.');
    return { verdict: 'pass', operations: [...operations] };
  },
};

/** Sends each of the usual mistakes with a payment for the valid call; `undefined` where there are none or all are served. */
async function refuse(run: Run, operation: Operation): Promise<Outcome | undefined> {
  const right = sampleOf(operation);
  const mistakes = mistakesOf(run, operation).filter((call) => JSON.stringify(call) !== JSON.stringify(right));
  if (mistakes.length === 0) return undefined;
  const payer = await run.freshPayer();
  const offer = offerOf(run, await run.challenge(right));
  const answers: { readonly call: Invocation; readonly exchange: Exchange }[] = [];
  for (const call of mistakes) {
    const header = encodePayment(await payer.sign(offer, await run.now()));
    answers.push({ call, exchange: await sendPayment(run, call, header) });
  }
  // A JSON body may be valid for this target, and is then paid for.
  const bought = answers.filter(({ call, exchange }) => !call.raw && isServed(exchange)).length;
  const refused = answers.findLast(({ call, exchange }) => call.raw || !isServed(exchange));
  if (!refused) return undefined;
  const transfers = await ledgerOf(run, payer.address);
  if (transfers.length <= bought) return { verdict: 'pass' };
  return {
    verdict: 'fail',
    detail: `${operation.id} settled the payment of a request that it refused.`,
    expected: bought,
    actual: transfers,
    exchange: refused.exchange,
  };
}
