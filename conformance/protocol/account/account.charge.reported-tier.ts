import { chargesOf } from '../../account/charge.ts';
import { judgeMetered } from '../../account/metered.ts';
import { NotTestable } from '../../check/interruption.ts';
import { fieldsOf } from '../../json/json.ts';
import { whileUpstream } from '../failure/failing-upstream.ts';
import type { ProtocolCheck } from '../protocol-check.ts';
import { flexCalls } from './flex-calls.ts';

/** A call that asks for flex and is served in another tier is billed as the tier that its response reports. */
export const reportedTier: ProtocolCheck = {
  id: 'account.charge.reported-tier',
  alone: true,
  async check(run) {
    const found = flexCalls(run);
    if (!found) throw new NotTestable('No operation of this host takes a service tier.');
    const { operation } = found;
    const [calls, usual] = [found.calls.slice(0, most), found.usual.slice(0, most)];
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

/** Calls that are served in another tier. */
const most = 4;
