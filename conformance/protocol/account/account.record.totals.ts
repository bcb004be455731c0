import type { Outcome } from '../../check/check.ts';
import type { Exchange } from '../../check/exchange.ts';
import { NotTestable } from '../../check/interruption.ts';
import { activityOf, type RecordedCall } from '../../record/activity.ts';
import { operationLabels } from '../../record/labels.ts';
import { rowsIn } from '../../record/table.ts';
import { type Dimension, judgeDays, judgeTotals, judgeWhole, type WrongTotal } from '../../record/totals.ts';
import type { ProtocolCheck } from '../protocol-check.ts';

/** The totals of a summary are those of the requests that were charged, by model, endpoint and day. */
export const recordTotals: ProtocolCheck = {
  id: 'account.record.totals',
  async check(run) {
    const { calls, list, summary } = await activityOf(run);
    if (!summary) throw new NotTestable('This host has no summary of usage.');
    const labels = operationLabels(rowsIn(list.received.json), calls);
    const dimensions: readonly Dimension[] = [
      { name: 'model', groupOf: ({ model }) => model },
      { name: 'endpoint', groupOf: ({ operation }) => labels.get(operation.id) },
      { name: 'day', groupOf: dayOf },
    ];
    const found: string[] = [];
    for (const dimension of dimensions) {
      const { wrong, found: isFound } = judgeTotals(summary.received.json, calls, dimension);
      if (wrong) return wrongOf(wrong, summary);
      if (isFound) found.push(dimension.name);
    }
    const whole = judgeDays(summary.received.json, calls) ?? judgeWhole(summary.received.json, calls, dimensions);
    if (whole) return wrongOf(whole, summary);
    if (found.length === 0)
      throw new NotTestable('No list of the summary names the models, endpoints or days of the calls.');
    return { verdict: 'pass', detail: `Totals compared by ${found.join(', ')}.` };
  },
};

function wrongOf({ of, expected, actual }: WrongTotal, exchange: Exchange): Outcome {
  const detail = `The total of ${of} in the summary is not that of its requests.`;
  return { verdict: 'fail', detail, expected, actual, exchange };
}

function dayOf({ at }: RecordedCall): string {
  return new Date(at * 1000).toISOString().slice(0, 10);
}
