import type { ProtocolCheck } from '../../check/family.ts';
import { NotTestable } from '../../http/interruption.ts';
import { activityOf } from '../../record/activity.ts';
import { hasHeading, repeatedKeys } from '../../record/table.ts';

/** No object of the record has a key twice, of which readers see only one value. */
export const recordKeys: ProtocolCheck = {
  id: 'account.record.keys',
  async check(run) {
    const { list, summary, csv } = await activityOf(run);
    for (const exchange of [list, ...(summary ? [summary] : [])]) {
      const [key] = repeatedKeys(exchange.received.text);
      if (key === undefined) continue;
      const detail = `An object of the record has the key ${key} twice.`;
      return { verdict: 'fail', detail, expected: 'each key once', actual: `${key} twice`, exchange };
    }
    const heading = csv.received.text.split(/\r?\n/, 1)[0] ?? '';
    const columns = heading.split(/[,;\t]/);
    const twice = columns.find((column, index) => columns.indexOf(column) !== index);
    if (twice === undefined) return { verdict: 'pass' };
    if (!hasHeading(columns)) throw new NotTestable('The CSV download has no heading.');
    const detail = `The heading of the CSV download has the column ${twice} twice.`;
    return { verdict: 'fail', detail, expected: 'each column once', actual: heading, exchange: csv };
  },
};
