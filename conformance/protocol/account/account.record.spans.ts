import type Fraction from 'fraction.js';
import { openAccount } from '../../account/account.ts';
import { controlOf } from '../../calls/control.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import { failure, type Outcome } from '../../check/outcome.ts';
import { NotTestable } from '../../http/interruption.ts';
import { callsOf } from '../../record/charged-calls.ts';
import { recordReads } from '../../record/reads.ts';
import { WindowReader } from '../../record/window-reads.ts';

/** A way to write a time. */
type Form = (seconds: number) => string;

/** Forms in which a time may be written, since the documents give none. */
const forms: readonly Form[] = [
  (seconds) => new Date(seconds * 1000).toISOString(),
  (seconds) => new Date(seconds * 1000).toISOString().replace(/\.\d+Z$/, 'Z'),
  (seconds) => String(Math.floor(seconds)),
  (seconds) => String(Math.floor(seconds * 1000)),
];

const day = 24 * 3600;

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
    const first = await controlOf(run).now();
    const earlier = await callsOf(run, account, 2);
    await controlOf(run).advance(between);
    const later = await callsOf(run, account, 3);
    const calls = { first, earlier, charged: [...earlier, ...later] };
    const judged: string[] = [];
    let known: Form | undefined;
    for (const operation of [list, csv]) {
      const reader = new WindowReader(account, operation);
      const outcome =
        (await judgeSpans(reader, operation.id, calls)) ?? (await judgeSame(reader, operation.id, calls, known));
      if (typeof outcome === 'function') {
        judged.push(operation.id);
        known = outcome;
      } else if (outcome) return outcome;
    }
    if (judged.length === 0) throw new NotTestable('No form of a time is accepted in "from" and "to".');
    return { verdict: 'pass', operations: judged };
  },
};

/** The failure of a download that takes the form in which the list reads a span, and shows other requests (core-379). */
async function judgeSame(
  reader: WindowReader,
  operation: string,
  { first, charged }: Calls,
  form: Form | undefined,
): Promise<Outcome | undefined> {
  const read = form && (await reader.read({ from: form(first - day), to: form(first + 4 * day) }, charged));
  if (!read || read.shown === charged.length) return undefined;
  const detail = `A span of "from" and "to" of ${operation} does not have the requests that the list has over the same span.`;
  return failure(detail, `${charged.length} rows`, read.exchange, `${read.shown} rows`);
}

/** The charges of the calls before and after a time in the middle, and when the first was made. */
interface Calls {
  readonly first: number;
  readonly earlier: readonly Fraction[];
  readonly charged: readonly Fraction[];
}

/** The form in which a read takes spans, where it shows them rightly, or its failure; `undefined` where it takes none. */
async function judgeSpans(
  reader: WindowReader,
  operation: string,
  { first, earlier, charged }: Calls,
): Promise<Outcome | Form | undefined> {
  let ignoring: Outcome | undefined;
  const [past, middle, future] = [first - day, first + between / 2, first + 4 * day];
  for (const form of forms) {
    const count = (from: number, to: number) => reader.read({ from: form(from), to: form(to) }, charged);
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
    if (!wrong) return form;
    const detail = `A span of "from" and "to" of ${operation} does not have exactly the requests ${wrong.what} (${form(middle)}).`;
    return failure(detail, `${wrong.expected} rows`, wrong.read.exchange, `${wrong.read.shown} rows`);
  }
  return ignoring;
}
