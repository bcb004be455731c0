import { chargesOf } from '../../account/charge.ts';
import { judgeMetered } from '../../account/metered.ts';
import { meteredCalls } from '../../account/metered-calls.ts';
import type { Run } from '../../check/check.ts';
import type { Invocation } from '../../check/exchange.ts';
import { NotTestable } from '../../check/interruption.ts';
import type { Operation } from '../../contract/contract.ts';
import { fieldsOf } from '../../json/json.ts';
import { answerCacheOf } from '../../requests/answer-cache.ts';
import { whileUpstream } from '../failure/failing-upstream.ts';
import type { ProtocolCheck } from '../protocol-check.ts';

/** A call that asks for flex and is served in another tier is billed as the tier that its response reports. */
export const reportedTier: ProtocolCheck = {
  id: 'account.charge.reported-tier',
  alone: true,
  async check(run) {
    const found = flexCalls(run);
    if (!found) throw new NotTestable('No operation of this host takes a service tier.');
    const { operation, calls, usual } = found;
    const use = operation.price;
    if (!use) throw new NotTestable(`${operation.id} has no price.`);
    const other = await whileUpstream(run, operation, { outcome: 'other_tier', times: calls.length }, () =>
      chargesOf(run, calls),
    );
    const served = other.filter(({ environment }) => fieldsOf(environment.response).service_tier !== 'flex');
    if (served.length === 0) throw new NotTestable('No flex call was served in another tier.');
    // Calls in the standard tier show which of the published figures are the rates.
    return judgeMetered(run, use, [[...(await chargesOf(run, usual)), ...served]]);
  },
};

/** The calls of an operation with the tier flex, and the same calls without. */
function flexCalls(run: Run): { operation: Operation; calls: Invocation[]; usual: Invocation[] } | undefined {
  const { material, requests } = answerCacheOf(run);
  for (const operation of run.contract.operations) {
    const use = operation.price;
    if (!use || run.evaluator.price(use).kind !== 'metered') continue;
    const context = { operation, requests: requests(operation), evaluator: run.evaluator, material };
    const all = meteredCalls(use, context).flat();
    const calls = all.filter(({ body }) => fieldsOf(body).service_tier === 'flex').slice(0, most);
    const usual = calls.map((call) => ({ ...call, body: { ...fieldsOf(call.body), service_tier: undefined } }));
    if (calls.length > 0) return { operation, calls, usual };
  }
  return undefined;
}

/** Calls that are served in another tier. */
const most = 4;
