import type Fraction from 'fraction.js';
import { type Account, openAccount } from '../../account/account.ts';
import { controlOf } from '../../calls/control.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import { failure, type Outcome } from '../../check/outcome.ts';
import type { Run } from '../../check/run.ts';
import { NotTestable } from '../../http/interruption.ts';
import { sampleOf } from '../../http/sample.ts';
import { callsOf, judgeTwoDays } from '../../record/days.ts';
import { recordReads } from '../../record/reads.ts';
import { SummaryReader } from '../../record/summary-reads.ts';
import { WindowReader } from '../../record/window-reads.ts';

const minute = 60;
const hour = 3600;
const day = 24 * hour;

/** A way to write a time. */
type TimeFormat = (seconds: number) => string;

/** Forms in which a time may be written, since the documents give none. */
const timeFormats: readonly TimeFormat[] = [
  (seconds) => new Date(seconds * 1000).toISOString(),
  (seconds) => new Date(seconds * 1000).toISOString().replace(/\.\d+Z$/, 'Z'),
  (seconds) => String(Math.floor(seconds)),
  (seconds) => String(Math.floor(seconds * 1000)),
  (seconds) => new Date(seconds * 1000).toISOString().slice(0, 10),
];

/** Seconds between the two groups of calls. */
const spanGap = 2 * day;

/** The two ends of a span each bound what it shows. */
const recordSpans: ProtocolCheck = {
  id: 'account.record.spans',
  alone: true,
  async check(run) {
    const { list, csv } = recordReads(run);
    if (!controlOf(run).capabilities.has('clock'))
      throw new NotTestable('means', 'The control API cannot move the clock.');
    const account = await openAccount(run);
    const first = await controlOf(run).now();
    const earlier = await callsOf(run, account, 2);
    await controlOf(run).advance(spanGap);
    const later = await callsOf(run, account, 3);
    const calls = { first, earlier, charged: [...earlier, ...later] };
    const judged: string[] = [];
    let known: TimeFormat | undefined;
    for (const operation of [list, csv]) {
      const reader = new WindowReader(account, operation);
      const outcome =
        (await judgeSpans(reader, operation.id, calls)) ?? (await judgeSame(reader, operation.id, calls, known));
      if (typeof outcome === 'function') {
        judged.push(operation.id);
        known = outcome;
      } else if (outcome) return outcome;
    }
    // The download may accept a form that the list refuses.
    if (!judged.includes(list.id)) {
      const query = { from: new Date((first - day) * 1000).toISOString(), to: new Date(first * 1000).toISOString() };
      const exchange = await account.send({ operation: list, query });
      const detail = `${list.id} accepts no usual form of a time in "from" and "to".`;
      return failure(detail, 200, exchange, exchange.received.status);
    }
    return { verdict: 'pass', operations: judged };
  },
};

/** Fails a download that shows other requests than the list for the same span (core-379). */
async function judgeSame(
  reader: WindowReader,
  operation: string,
  { first, charged }: SpannedCalls,
  format: TimeFormat | undefined,
): Promise<Outcome | undefined> {
  const read = format && (await reader.read({ from: format(first - day), to: format(first + 4 * day) }, charged));
  if (!read || read.shown === charged.length) return undefined;
  const detail = `A span of "from" and "to" of ${operation} does not have the requests that the list has over the same span.`;
  return failure(detail, `${charged.length} rows`, read.exchange, `${read.shown} rows`);
}

/** The charges of the calls before and after a time in the middle, and when the first was made. */
interface SpannedCalls {
  readonly first: number;
  readonly earlier: readonly Fraction[];
  readonly charged: readonly Fraction[];
}

/** The time format that a read accepts and answers correctly, or its failure. `undefined` where it accepts none. */
async function judgeSpans(
  reader: WindowReader,
  operation: string,
  { first, earlier, charged }: SpannedCalls,
): Promise<Outcome | TimeFormat | undefined> {
  let ignoring: Outcome | undefined;
  const [past, middle, future] = [first - day, first + spanGap / 2, first + 4 * day];
  for (const format of timeFormats) {
    const count = (from: number, to: number) => reader.read({ from: format(from), to: format(to) }, charged);
    const whole = await count(past, future);
    const [none, before, after] = [
      await count(past - day, past),
      await count(past, middle),
      await count(middle, future),
    ];
    if (!whole || !none || !before || !after || whole.shown !== charged.length) continue;
    if ([none, before, after].every(({ shown }) => shown === charged.length)) {
      const detail = `${operation} ignores "from" and "to": a span before all requests has them.`;
      ignoring = failure(detail, 'no rows', none.exchange, `${none.shown} rows`);
      continue;
    }
    const wrong = [
      { what: 'before "to"', read: before, expected: earlier.length },
      { what: 'after "from"', read: after, expected: charged.length - earlier.length },
      { what: 'within it', read: none, expected: 0 },
    ].find(({ read, expected }) => read.shown !== expected);
    if (!wrong) return format;
    const detail = `A span of "from" and "to" of ${operation} does not have exactly the requests ${wrong.what} (${format(middle)}).`;
    return failure(detail, `${wrong.expected} rows`, wrong.read.exchange, `${wrong.read.shown} rows`);
  }
  return ignoring;
}

/** Windows by their lengths in seconds. */
const windows = { '24h': day, '7d': 7 * day, '30d': 30 * day } as const;

/** Seconds by which a window may be off: clocks are read a little before and after. */
const slack = 10 * minute;

/** A window has a request until it is older than the window is long, and `today` begins at midnight UTC. */
const recordWindows: ProtocolCheck = {
  id: 'account.record.windows',
  alone: true,
  async check(run) {
    const watch = await Watch.start(run);
    // Half an hour before midnight, so that both sides of it are within every window.
    await watch.advanceTo((now) => nextMidnight(now) - hour / 2);
    const made = await watch.call();
    const steps: { readonly at: number; readonly window: string; readonly has: boolean }[] = [
      { at: made + minute, window: 'today', has: true },
      { at: nextMidnight(made) + minute, window: 'today', has: false },
      ...Object.entries(windows).flatMap(([window, seconds]) => [
        { at: made + seconds - slack, window, has: true },
        { at: made + seconds + slack, window, has: false },
      ]),
    ];
    for (const { at, window, has } of steps) {
      await watch.advanceTo(() => at);
      const outcome = await watch.expect(window, has);
      if (outcome) return outcome;
    }
    const days = await judgeTwoDays(run);
    if (days) return days;
    return { verdict: 'pass', detail: `Windows compared at both edges: today, ${Object.keys(windows).join(', ')}.` };
  },
};

function nextMidnight(now: number): number {
  return Math.ceil((now + 1) / day) * day;
}

/** One call of a key, and the windows that show it as time passes. */
class Watch {
  readonly #run: Run;
  readonly #account: Account;
  readonly #readers = new Map<string, WindowReader>();
  #totals: SummaryReader | undefined;
  #charged: readonly Fraction[] = [];

  private constructor(run: Run, account: Account) {
    this.#run = run;
    this.#account = account;
  }

  static async start(run: Run): Promise<Watch> {
    if (!controlOf(run).capabilities.has('clock'))
      throw new NotTestable('means', 'The control API cannot move the clock.');
    return new Watch(run, await openAccount(run));
  }

  /** Moves the clock to a later time. */
  async advanceTo(time: (now: number) => number): Promise<void> {
    const now = await controlOf(this.#run).now();
    const seconds = Math.ceil(time(now) - now);
    if (seconds > 0) await controlOf(this.#run).advance(seconds);
  }

  /** Makes a call that is charged, and returns the time before it. */
  async call(): Promise<number> {
    const now = await controlOf(this.#run).now();
    const { operations } = this.#run.contract;
    for (const operation of operations) {
      const { price, auth, closed, irreversible, machine, presence } = operation;
      if (auth !== 'key' || !price || closed || irreversible || machine || presence) continue;
      const { received } = await this.#account.send(sampleOf(operation));
      const spent = await this.#account.spent();
      if (received.status === 200 && spent.gt(0)) {
        this.#charged = [spent];
        return now;
      }
    }
    throw new NotTestable('unserved', 'No call was charged.');
  }

  /** Fails the first read whose window does not have the call as stated. */
  async expect(window: string, has: boolean): Promise<Outcome | undefined> {
    const { list, csv, summary } = recordReads(this.#run);
    const when = new Date((await controlOf(this.#run).now()) * 1000).toISOString();
    for (const operation of [list, csv]) {
      const reader = this.#readers.get(operation.id) ?? new WindowReader(this.#account, operation);
      this.#readers.set(operation.id, reader);
      const read = await reader.read({ window }, this.#charged);
      if (!read || read.shown > 0 === has) continue;
      const detail = `The window ${window} of ${operation.id} at ${when} ${has ? 'lacks' : 'has'} a request that it ${has ? 'contains' : 'no longer contains'}.`;
      return failure(detail, has ? 'its row' : 'no row', read.exchange, has ? 'no row' : 'its row');
    }
    if (!summary) return undefined;
    this.#totals ??= new SummaryReader(this.#account, summary);
    const totals = await this.#totals.read({ window }, this.#charged);
    // The place of a charge in a summary may change with its window, so only a charge that should be gone is judged.
    if (has || !totals?.contains) return undefined;
    const detail = `The window ${window} of ${summary.id} at ${when} contains the charge of a request that is older.`;
    return failure(detail, 'totals without it', totals.exchange, 'totals with it');
  }
}

/** The checks of which time the usage record covers. */
export const recordWindowChecks: readonly ProtocolCheck[] = [recordSpans, recordWindows];
