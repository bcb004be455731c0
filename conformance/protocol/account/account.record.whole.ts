import { openAccount } from '../../account/account.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import { failure } from '../../check/outcome.ts';
import { inParallel } from '../../common/in-parallel.ts';
import { NotTestable } from '../../http/interruption.ts';
import { sampleOf } from '../../http/sample.ts';
import { readRecord, recordReads } from '../../record/reads.ts';
import { csvRows } from '../../record/table.ts';

/** Requests of one download: more than the usual sizes of a page. */
const many = 1_010;

/** Requests under way at the same time. */
const width = 16;

/** A download has every request of its window, however many there are. */
export const recordWhole: ProtocolCheck = {
  id: 'account.record.whole',
  async check(run) {
    const { csv } = recordReads(run);
    const account = await openAccount(run);
    const operation = run.contract.operations.find(
      ({ auth, price, closed, machine, stream }) => auth === 'key' && price && !closed && !machine && stream,
    );
    if (!operation) throw new NotTestable('No operation is charged by its usage.');
    const calls = Array.from({ length: many }, () => sampleOf(operation));
    const exchanges = await inParallel(calls, width, (call) => account.send(call));
    const served = exchanges.filter(({ received }) => received.status === 200).length;
    if (served < many / 2) throw new NotTestable(`Only ${served} of ${many} calls were served.`);
    const exchange = await readRecord(account.send, csv, { window: '24h' });
    const rows = csvRows(exchange.received.text).length;
    if (rows >= served) return { verdict: 'pass', detail: `Rows of the download: ${rows}.` };
    return failure(
      'The CSV download does not have every request of its window.',
      `${served} rows`,
      exchange,
      `${rows} rows`,
    );
  },
};
