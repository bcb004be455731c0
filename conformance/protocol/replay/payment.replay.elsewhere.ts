import type { Invocation } from '../../check/exchange.ts';
import { sampleOf } from '../../requests/sample.ts';
import { firstPaidFinding } from '../../run/first-finding.ts';
import { challengesOf } from '../challenge/unpaid.ts';
import { sendPayment } from '../payable/cheapest.ts';
import type { ProtocolCheck } from '../protocol-check.ts';
import { replayFailure, usePayment } from './used-payment.ts';

/** A used payment buys no other request either. */
export const replayElsewhere: ProtocolCheck = {
  id: 'payment.replay.elsewhere',
  async check(run) {
    const { invocation, header } = await usePayment(run);
    const others = (await challengesOf(run)).filter(({ operation }) => operation.id !== invocation.operation.id);
    const tried = [...reformatted(invocation), ...others.map(({ operation }) => sampleOf(operation))];
    const sold = await firstPaidFinding(run, tried, async (call) => {
      const { id } = call.operation;
      const how = id === invocation.operation.id ? 'with a differently formatted body' : `for ${id}`;
      return replayFailure(how, await sendPayment(run, call, header));
    });
    return sold ?? { verdict: 'pass', detail: `Calls tried: ${tried.length}.` };
  },
};

/** The same call with a body of the same value in other bytes. */
function reformatted(invocation: Invocation): readonly Invocation[] {
  const { body, operation } = invocation;
  if (body === undefined || operation.body?.contentType !== 'application/json') return [];
  const { contentType } = operation.body;
  return [2, 4].map((indent) => ({ ...invocation, raw: { text: JSON.stringify(body, null, indent), contentType } }));
}
