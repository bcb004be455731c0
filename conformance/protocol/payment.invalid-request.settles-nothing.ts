import type { Outcome, Run } from '../check.ts';
import type { Operation } from '../contract.ts';
import { NotTestable } from '../interruption.ts';
import { sampleOf } from '../sample.ts';
import { encodePayment } from '../wallet/wallet.ts';
import { whereItCan } from './affordable.ts';
import { sendPayment } from './cheapest.ts';
import { ledgerOf } from './ledger.ts';
import { offerOf } from './offer.ts';
import type { ProtocolCheck } from './protocol-check.ts';
import { allChallengesOf } from './unpaid.ts';

/** What is refused before the upstream is asked has no outcome to be paid for. */
export const invalidRequestSettlesNothing: ProtocolCheck = {
  id: 'payment.invalid-request.settles-nothing',
  async check(run) {
    const operations: string[] = [];
    for (const { operation } of await allChallengesOf(run)) {
      if (!operation.body) continue;
      const outcome = await whereItCan(() => refuse(run, operation));
      if (outcome?.verdict === 'fail') return outcome;
      if (outcome) operations.push(operation.id);
    }
    if (operations.length === 0) throw new NotTestable('No paid operation takes a body that could be wrong.');
    return { verdict: 'pass', operations };
  },
};

async function refuse(run: Run, operation: Operation): Promise<Outcome> {
  const payer = await run.freshPayer();
  const invocation = sampleOf(operation);
  const offer = offerOf(run, await run.challenge(invocation));
  const header = encodePayment(await payer.sign(offer, await run.now()));
  const exchange = await sendPayment(
    run,
    { ...invocation, raw: { text: '{"', contentType: 'application/json' } },
    header,
  );
  const transfers = await ledgerOf(run, payer.address);
  if (transfers.length === 0) return { verdict: 'pass' };
  return {
    verdict: 'fail',
    detail: `${operation.id} settled a call whose body is not JSON.`,
    expected: [],
    actual: transfers,
    exchange,
  };
}
