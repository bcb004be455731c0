import type { ProtocolCheck } from '../../check/family.ts';
import { NotTestable } from '../../http/interruption.ts';
import { activityOf } from '../../record/activity.ts';
import { csvRows, rowsIn } from '../../record/table.ts';
import { needWhole } from './account.record.rows.ts';

const isTier = (path: string) => path.endsWith('/service_tier');

/** The rows of requests that were served in the tier flex have it, and no others. */
export const recordTiers: ProtocolCheck = {
  id: 'account.record.tiers',
  async check(run) {
    const activity = await activityOf(run);
    const { calls, list, csv } = activity;
    const expected = calls.filter(({ flex }) => flex).length;
    if (expected === 0) throw new NotTestable('No request was served in the tier flex.');
    needWhole(activity);
    const rows = rowsIn(list.received.json);
    if (list.received.text.includes('service_tier') && !rows.some((row) => [...row.keys()].some(isTier)))
      throw new NotTestable('The usage names its columns apart from its rows.');
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
