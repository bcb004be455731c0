import type Fraction from 'fraction.js';
import { type Account, openAccount } from '../../account/account.ts';
import { controlOf } from '../../calls/control.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import { failure, type Outcome } from '../../check/outcome.ts';
import type { Run } from '../../check/run.ts';
import { NotTestable } from '../../http/interruption.ts';
import { sampleOf } from '../../http/sample.ts';
import { judgeTwoDays } from '../../record/days.ts';
import { recordReads } from '../../record/reads.ts';
import { SummaryReader } from '../../record/summary-reads.ts';
import { WindowReader } from '../../record/window-reads.ts';

const minute = 60;
const hour = 3600;
const day = 24 * hour;

/** Windows by their lengths in seconds. */
const windows = { '24h': day, '7d': 7 * day, '30d': 30 * day } as const;

/** Seconds by which a window may be off: clocks are read a little before and after. */
const slack = 10 * minute;

/** A window has a request until it is older than the window is long, and `today` begins at midnight UTC. */
export const recordWindows: ProtocolCheck = {
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
    if (!controlOf(run).capabilities.has('clock')) throw new NotTestable('The control API cannot move the clock.');
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
    throw new NotTestable('No call was charged.');
  }

  /** The failure of the first read whose window has the call, or lacks it, against what is stated. */
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
    // Where a charge stands in a summary may change with its window, so that only what should be gone is judged.
    if (has || !totals?.contains) return undefined;
    const detail = `The window ${window} of ${summary.id} at ${when} contains the charge of a request that is older.`;
    return failure(detail, 'totals without it', totals.exchange, 'totals with it');
  }
}
