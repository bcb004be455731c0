import { now } from './clock.ts';
import { on } from './faults.ts';
import { HttpError } from './http.ts';
import type { Call } from './operation.ts';
import { queryForm } from './query.ts';

/** A span of time in milliseconds, ends included. */
export interface Span {
  from: number;
  to: number;
}

const DAY = 86_400_000;
const WINDOWS = ['today', '24h', '7d', '30d'];

function bad(name: string, problem: string): HttpError {
  return new HttpError(400, 'Invalid request query', { details: [{ pointer: `/${name}`, problem }] });
}

/** Reads `window`, or `from` and `to`; 24 hours without either. */
export function readSpan(call: Call): Span {
  const form = queryForm(call);
  const named = form.text('window');
  const from = form.text('from');
  const to = form.text('to');
  if (from === undefined && to === undefined) return spanOf(named ?? '24h');
  if (named !== undefined) throw bad('window', 'window cannot be combined with from and to');
  if (from === undefined || to === undefined)
    throw bad(from === undefined ? 'from' : 'to', 'from and to belong together');
  const span = { from: readTime('from', from, 0), to: readTime('to', to, DAY - 1) };
  if (span.from > span.to) throw bad('from', 'from must not be after to');
  return span;
}

function spanOf(name: string): Span {
  const to = now();
  if (!WINDOWS.includes(name)) throw bad('window', `window must be one of ${WINDOWS.join(', ')}`);
  if (name === 'today') return { from: Math.floor(to / DAY) * DAY, to };
  if (name === '7d' && on('window-7d-week')) {
    const day = Math.floor(to / DAY);
    return { from: (day - ((day + 3) % 7)) * DAY, to };
  }
  const days = name === '24h' ? 1 : parseInt(on('window-30d-short') ? name.slice(0, 1) : name, 10);
  return { from: to - days * DAY, to };
}

/** Reads unix seconds, or a date or a time in ISO 8601; a date means the whole day. */
function readTime(name: string, text: string, wholeDay: number): number {
  if (/^\d{1,11}$/.test(text)) return Number(text) * 1000 + (wholeDay === 0 ? 0 : 999);
  const time = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/.test(text)
    ? Date.parse(withZone(text))
    : NaN;
  if (Number.isNaN(time)) throw bad(name, `${name} must be a time in ISO 8601 or unix seconds`);
  return text.length === 10 ? time + wholeDay : time;
}

function withZone(text: string): string {
  return text.includes('T') && !/(Z|[+-]\d\d:\d\d)$/.test(text) ? `${text}Z` : text;
}
