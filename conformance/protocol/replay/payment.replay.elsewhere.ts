import { isServed, payerOf, sendPayment } from '../../calls/cheapest.ts';
import { firstPaidFinding } from '../../calls/first-finding.ts';
import { challengesOf } from '../../calls/unpaid.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import type { Outcome } from '../../check/outcome.ts';
import type { Run } from '../../check/run.ts';
import type { Invocation } from '../../http/exchange.ts';
import { sampleOf } from '../../http/sample.ts';
import { equalCalls } from './equal-calls.ts';
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
    if (sold) return sold;
    const groups = await equalCalls(run);
    for (const group of groups) {
      const bought = await buyTwice(run, group);
      if (bought) return bought;
    }
    const count = tried.length + groups.flatMap(([, ...others]) => others).length;
    return { verdict: 'pass', detail: `Calls tried: ${count}.` };
  },
};

/** Pays the first of some calls that cost the same, and sends its payment with each of the others. */
async function buyTwice(run: Run, [first, ...others]: readonly Invocation[]): Promise<Outcome | undefined> {
  if (!first) return undefined;
  const paid = await run.pay(first, { wallet: payerOf(run) });
  // Another rule judges that a valid payment is served.
  if (!isServed(paid)) return undefined;
  return firstPaidFinding(run, others, async (call) =>
    replayFailure(
      `for ${first.operation.id}, sent with a call of ${call.operation.id} that costs the same,`,
      await sendPayment(run, call, paid.header),
    ),
  );
}

/** The same call with a body of the same value in other bytes. */
function reformatted(invocation: Invocation): readonly Invocation[] {
  const { body, operation } = invocation;
  if (body === undefined || operation.body?.contentType !== 'application/json') return [];
  const { contentType } = operation.body;
  return [2, 4].map((indent) => ({ ...invocation, raw: { text: JSON.stringify(body, null, indent), contentType } }));
}
