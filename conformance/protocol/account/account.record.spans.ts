import { type Account, openAccount } from '../../account/account.ts';
import type { Outcome, Run } from '../../check/check.ts';
import { NotTestable } from '../../check/interruption.ts';
import type { Operation } from '../../contract/contract.ts';
import { recordReads } from '../../record/reads.ts';
import { rowsOf } from '../../record/window-reads.ts';
import { failure } from '../../requests/responses.ts';
import { sampleOf } from '../../requests/sample.ts';
import type { ProtocolCheck } from '../protocol-check.ts';
import { controlOf } from '../settlement/ledger.ts';

/** Forms in which a time may be written, since the documents give none. */
const forms: readonly ((seconds: number) => string)[] = [
  (seconds) => new Date(seconds * 1000).toISOString(),
  (seconds) => new Date(seconds * 1000).toISOString().replace(/\.\d+Z$/, 'Z'),
  (seconds) => String(Math.floor(seconds)),
  (seconds) => String(Math.floor(seconds * 1000)),
];

const hour = 3600;
const day = 24 * hour;

/** Seconds between the two groups of calls. */
const between = 2 * day;

/** The two ends of a span each bound what it shows. */
export const recordSpans: ProtocolCheck = {
  id: 'account.record.spans',
  alone: true,
  async check(run) {
    const { list, csv } = recordReads(run);
    if (!controlOf(run).capabilities.has('clock')) throw new NotTestable('The control API cannot move the clock.');
    const account = await openAccount(run);
    const first = await callsOf(run, account, 2);
    await controlOf(run).advance(between);
    await callsOf(run, account, 3);
    const judged: string[] = [];
    for (const operation of [list, csv]) {
      const outcome = await judgeSpans(account, operation, first);
      if (outcome === 'judged') judged.push(operation.id);
      else if (outcome) return outcome;
    }
    if (judged.length === 0) throw new NotTestable('No form of a time is accepted in "from" and "to".');
    return { verdict: 'pass', operations: judged };
  },
};

/** Makes a number of charged calls, and returns the time before them. */
async function callsOf(run: Run, account: Account, count: number): Promise<number> {
  const at = await controlOf(run).now();
  const operation = run.contract.operations.find(
    ({ auth, price, closed, machine, stream }) => auth === 'key' && price && !closed && !machine && stream,
  );
  if (!operation) throw new NotTestable('No operation is charged by its usage.');
  for (let made = 0; made < count; made += 1) {
    const { received } = await account.send(sampleOf(operation));
    if (received.status !== 200) throw new NotTestable(`${operation.id} returned ${received.status}.`);
  }
  return at;
}

async function judgeSpans(
  account: Account,
  operation: Operation,
  first: number,
): Promise<Outcome | 'judged' | undefined> {
  let ignoring: Outcome | undefined;
  for (const form of forms) {
    const count = async (from: number, to: number) => {
      const exchange = await account.send({ operation, query: { from: form(from), to: form(to) } });
      const { status } = exchange.received;
      return status === 200 ? { exchange, rows: rowsOf(exchange).length } : undefined;
    };
    const [past, middle, future] = [first - day, first + between / 2, first + 4 * day];
    const whole = await count(past, future);
    const none = await count(future, future + day);
    if (!whole || !none || whole.rows === 0) continue;
    // Whether reads are requests of the record themselves is left open.
    const parts = [
      { what: 'before "to"', read: await count(past, middle), other: 3 },
      { what: 'after "from"', read: await count(middle, future), other: 2 },
    ];
    const wrong = parts.find(({ read, other }) => read && read.rows > whole.rows - other);
    const lost = parts.find(({ read, other }) => read && read.rows < 5 - other);
    if (none.rows === whole.rows && parts.every(({ read }) => read?.rows === whole.rows)) {
      ignoring = failure(
        'A span of "from" and "to" in the future has the requests of the past.',
        'no rows',
        none.exchange,
        `${none.rows} rows`,
      );
      continue;
    }
    const found = wrong ?? lost;
    if (!found?.read) return 'judged';
    const detail = `A span of "from" and "to" does not have exactly the requests ${found.what} (${form(middle)}).`;
    return failure(detail, `${5 - found.other} rows`, found.read.exchange, `${found.read.rows} rows`);
  }
  return ignoring;
}
