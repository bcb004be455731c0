import type { ProtocolCheck } from '../../check/family.ts';
import type { Outcome } from '../../check/outcome.ts';
import type { Exchange } from '../../http/exchange.ts';
import { NotTestable } from '../../http/interruption.ts';
import { activityOf, type RecordedCall } from '../../record/activity.ts';
import { csvRows, rowsIn } from '../../record/table.ts';
import { type Dimension, judgeDays, judgeTotals, operationLabels, type WrongTotal } from '../../record/totals.ts';
import { judgeUnlisted } from '../../record/unlisted.ts';
import { judgeKey, judgeUnkeyed, judgeWhole } from '../../record/whole.ts';
import { needWhole } from './record-rows.ts';

/** The totals of a summary are those of the requests that were charged, by model, endpoint, day and key. */
const recordTotals: ProtocolCheck = {
  id: 'account.record.totals',
  async check(run) {
    const { calls, key, list, summary } = await activityOf(run);
    if (!summary) throw new NotTestable('open', 'This host has no summary of usage.');
    const labels = operationLabels(rowsIn(list.received.json), calls);
    const dimensions: readonly Dimension[] = [
      { name: 'model', groupOf: ({ model }) => model },
      { name: 'endpoint', groupOf: ({ operation }) => labels.get(operation.id) },
      { name: 'day', groupOf: dayOf },
    ];
    const { json } = summary.received;
    const totals = dimensions.map((dimension) => ({ dimension, ...judgeTotals(json, calls, dimension) }));
    const [byModel] = totals;
    // What is charged for a call that names no model may count for the one that served it.
    const served = judgeTotals(json, calls, { name: 'model', groupOf: ({ model, servedBy }) => model ?? servedBy });
    if (byModel?.wrong && !served.wrong) totals[0] = { dimension: byModel.dimension, ...served };
    const found = totals.filter((each) => each.found).map(({ dimension }) => dimension.name);
    const costs = totals.find((each) => each.costs !== undefined)?.costs;
    // A list whose costs are under the same name, and match no call, has wrong costs.
    const unmatched = totals.find(
      ({ costs: own, columns }) => costs !== undefined && own === undefined && columns?.has(costs.path),
    );
    if (unmatched && !unmatched.wrong && costs)
      return wrongTotal(
        { of: `each ${unmatched.dimension.name}`, expected: `costs in ${costs.path}`, actual: 'other values' },
        summary,
      );
    const unlisted = totals
      .filter((each) => costs !== undefined && !each.found)
      .map(({ dimension }) => {
        const others = dimensions.filter((other) => other !== dimension);
        return judgeUnlisted(json, calls, dimension, { others, unit: costs?.unit ?? 1 });
      });
    const whole = costs && [judgeKey(json, calls, key, costs), judgeWhole(json, calls, dimensions, costs.unit)];
    const isWhole = found.length === dimensions.length;
    const unkeyed = costs && isWhole ? judgeUnkeyed(json, key, costs) : undefined;
    // A summary without any totals may take a parameter for them that is not stated.
    const days = found.length > 0 ? judgeDays(json, calls) : undefined;
    const wrong = [...totals.map((each) => each.wrong), days, ...(whole ?? []), ...unlisted, unkeyed];
    const first = wrong.find((each) => each !== undefined);
    if (first) return wrongTotal(first, summary);
    if (found.length === 0)
      throw new NotTestable('open', 'No list of the summary names the models, endpoints or days of the calls.');
    return { verdict: 'pass', detail: `Totals compared by ${found.join(', ')}.` };
  },
};

function wrongTotal({ of, expected, actual }: WrongTotal, exchange: Exchange): Outcome {
  const detail = `The total of ${of} in the summary is not that of its requests.`;
  return { verdict: 'fail', detail, expected, actual, exchange };
}

function dayOf({ at }: RecordedCall): string {
  return new Date(at * 1000).toISOString().slice(0, 10);
}

const isTier = (path: string) => path.endsWith('/service_tier');

/** The rows of requests that were served in the tier flex have it, and no others. */
const recordTiers: ProtocolCheck = {
  id: 'account.record.tiers',
  async check(run) {
    const activity = await activityOf(run);
    const { calls, list, csv } = activity;
    const expected = calls.filter(({ flex }) => flex).length;
    if (expected === 0) throw new NotTestable('open', 'No request was served in the tier flex.');
    needWhole(activity);
    const rows = rowsIn(list.received.json);
    if (list.received.text.includes('service_tier') && !rows.some((row) => [...row.keys()].some(isTier)))
      throw new NotTestable('open', 'The usage names its columns apart from its rows.');
    // The documents name this one column: core-242.
    const actual = rows.filter((row) => [...row].some(([path, text]) => isTier(path) && text === 'flex')).length;
    const download = csvRows(csv.received.text);
    const inCsv = download.some((row) => row.has('service_tier'))
      ? download.filter((row) => row.get('service_tier') === 'flex').length
      : expected;
    if (inCsv !== expected) {
      const detail = 'The CSV download does not have the tier flex in the rows of the requests that were served in it.';
      return { verdict: 'fail', detail, expected: `${expected} rows`, actual: `${inCsv} rows`, exchange: csv };
    }
    if (actual === expected) return { verdict: 'pass', detail: `Rows with the tier: ${actual}.` };
    const detail = 'The usage record does not have the tier flex in the rows of the requests that were served in it.';
    return { verdict: 'fail', detail, expected: `${expected} rows`, actual: `${actual} rows`, exchange: list };
  },
};

/** The checks of the totals of the usage record, and of the tier of its rows. */
export const recordTotalChecks: readonly ProtocolCheck[] = [recordTotals, recordTiers];
