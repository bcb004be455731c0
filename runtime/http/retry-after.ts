/** The one reader of how long a server asks its callers to wait. */

/** Headers by lower-case name. */
interface WaitHeaders {
  readonly 'retry-after'?: string | undefined;
  /** Milliseconds, as providers of models write them beside the header of the standard. */
  readonly 'retry-after-ms'?: string | undefined;
  /** The clock of the server, by which it wrote a date. */
  readonly date?: string | undefined;
}

const decimal = /^\d{1,12}(\.\d+)?$/;

/** A date of HTTP in any of its three forms (RFC 9110, section 5.6.7); `Date.parse` alone reads "2.5" as a day of 2001. */
const httpDate = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? .*\d\d:\d\d:\d\d/;

/**
 * Seconds that a server asks to wait: `Retry-After` in seconds, with decimals too, or as a date of HTTP (RFC 9110, section 10.2.3).
 *
 * Returns `undefined` where the headers name no time. `now` is in Unix milliseconds; it counts where the server sent no date
 * of its own.
 */
export function retryAfter(headers: WaitHeaders, now: number): number | undefined {
  const { 'retry-after-ms': milliseconds = '', 'retry-after': stated = '', date = '' } = headers;
  if (decimal.test(milliseconds)) return Number(milliseconds) / 1000;
  // A header that was sent twice is joined by a comma, which stands in dates as well.
  const [first = ''] = stated.trim().split(/(?<=\d) *, */);
  if (decimal.test(first)) return Number(first);
  const until = dateOf(stated.trim());
  return until === undefined ? undefined : Math.max(0, until - (dateOf(date) ?? now)) / 1000;
}

/** Unix milliseconds of a date of HTTP. The third form does not name its zone, which is UTC. */
function dateOf(text: string): number | undefined {
  if (!httpDate.test(text)) return undefined;
  const time = Date.parse(/(GMT|UTC|[+-]\d{4})$/.test(text) ? text : `${text} GMT`);
  return Number.isNaN(time) ? undefined : time;
}
