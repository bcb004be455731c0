import { type Charge, chargesOf } from '../../account/charge.ts';
import { judgeMetered } from '../../account/metered.ts';
import { whileUpstream } from '../../calls/control.ts';
import { streamed } from '../../calls/streamed.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import { fieldsOf } from '../../common/json.ts';
import { NotTestable } from '../../http/interruption.ts';
import { flexCalls } from './flex-calls.ts';

/** A call that asks for flex and is served in another tier is billed as the tier that its response reports. */
export const reportedTier: ProtocolCheck = {
  id: 'account.charge.reported-tier',
  alone: true,
  async check(run) {
    const found = flexCalls(run);
    if (!found) throw new NotTestable('No operation of this host takes a service tier.');
    const { operation } = found;
    const { price: use, stream } = operation;
    const [flex, usual] = [found.calls.slice(0, most), found.usual.slice(0, most)];
    const calls = [...flex, ...(stream ? flex.map((call) => streamed(run, operation, stream, call)) : [])];
    if (!use) throw new NotTestable(`${operation.id} has no price.`);
    const other = await whileUpstream(run, operation, { outcome: 'other_tier', times: calls.length }, () =>
      chargesOf(run, calls),
    );
    const served = other.filter(isOfOtherTier);
    if (served.length === 0) throw new NotTestable('No flex call was served in another tier.');
    // Calls in the standard tier show which of the published figures are the rates.
    return judgeMetered(run, use, [[...(await chargesOf(run, usual)), ...served]]);
  },
};

/** Calls of each kind that are served in another tier. */
const most = 4;

/** True where a response does not report flex; a stream has to name its tier, since its report may lack it. */
function isOfOtherTier({ environment, exchange }: Charge): boolean {
  const { service_tier: tier } = fieldsOf(environment.response);
  return tier !== 'flex' && (tier !== undefined || exchange.received.events.length === 0);
}
