import type { Invocation } from '../../check/exchange.ts';
import { sampleOf } from '../../requests/sample.ts';
import { challengesOf } from '../challenge/unpaid.ts';
import { sendPayment } from '../payable/cheapest.ts';
import type { ProtocolCheck } from '../protocol-check.ts';
import { soldAgain, usePayment } from './used-payment.ts';

/** A payment that is known together with its request is sold again for each request that there is. */
export const replayElsewhere: ProtocolCheck = {
  id: 'payment.replay.elsewhere',
  async check(run) {
    const { invocation, header } = await usePayment(run);
    const others = (await challengesOf(run)).filter(({ operation }) => operation.id !== invocation.operation.id);
    const tried = [...rewritten(invocation), ...others.map(({ operation }) => sampleOf(operation))];
    for (const call of tried) {
      const { id } = call.operation;
      const how = id === invocation.operation.id ? 'with its call written in another way' : `for ${id}`;
      const sold = soldAgain(how, await sendPayment(run, call, header));
      if (sold) return sold;
    }
    return { verdict: 'pass', detail: `Calls tried: ${tried.length}.` };
  },
};

/** The same call in other bytes. */
function rewritten(invocation: Invocation): readonly Invocation[] {
  const { body, operation } = invocation;
  if (body === undefined || operation.body?.contentType !== 'application/json') return [];
  const { contentType } = operation.body;
  return [2, 4].map((indent) => ({ ...invocation, raw: { text: JSON.stringify(body, null, indent), contentType } }));
}
