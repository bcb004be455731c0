import { NotTestable } from '../../check/interruption.ts';
import { sampleOf } from '../../requests/sample.ts';
import { whereItCan } from '../payable/affordable.ts';
import { cheapest } from '../payable/cheapest.ts';
import type { ProtocolCheck } from '../protocol-check.ts';
import { ledgerOf } from '../settlement/ledger.ts';
import { rejectedUnfunded } from './payment.rejected.unfunded.ts';
import { sendForgeries } from './refusal.ts';
import { refusals } from './refusals.ts';

/** A refused payment does not settle, which the ledger shows. */
export const rejectedSettlesNothing: ProtocolCheck = {
  id: 'payment.rejected.settles-nothing',
  async check(run) {
    const payer = await run.freshPayer();
    const invocation = sampleOf(await cheapest(run));
    let tried = 0;
    for (const { id, forge } of refusals) {
      // This wallet has funds, so its payment is valid.
      if (id === rejectedUnfunded.id) continue;
      // Some flaws exist only on networks of another kind.
      const sent = await whereItCan(() => sendForgeries(run, invocation, payer, forge));
      if (!sent) continue;
      tried += 1;
      const transfers = await ledgerOf(run, payer.address);
      const last = sent.at(-1);
      if (transfers.length === 0 || !last) continue;
      return {
        verdict: 'fail',
        detail: `A payment ${last.what} settled.`,
        expected: [],
        actual: transfers,
        exchange: last.exchange,
      };
    }
    if (tried === 0) throw new NotTestable('The suite cannot sign invalid payments on this network.');
    return { verdict: 'pass', detail: `Flaws tried: ${tried}.` };
  },
};
