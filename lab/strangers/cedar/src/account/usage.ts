import type { Context, Hono } from 'hono';
import { badQuery } from '../errors.ts';
import { on } from '../fault.ts';
import { fmt } from '../money.ts';
import type { Account, UsageRow } from '../world.ts';
import { world } from '../world.ts';
import { accountOf, reserved } from './keys.ts';

/** Usage rows of the account, as JSON, CSV and totals, and its balance. */
const DAY = 86_400_000;
interface Span {
  from: number;
  to: number;
  label: string;
}

function instant(field: string, text: string): number {
  if (/^\d{9,11}$/.test(text)) return Number(text) * 1000;
  if (/^\d{12,14}$/.test(text)) return Number(text);
  const ms = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(ms)) throw badQuery(field, 'must be an ISO 8601 time or unix seconds');
  return ms;
}

function span(c: Context): Span {
  const { window, from, to } = c.req.query();
  const now = world.now();
  if (from !== undefined || to !== undefined) {
    if (from === undefined) throw badQuery('from', 'required with to');
    if (to === undefined) throw badQuery('to', 'required with from');
    if (window !== undefined) throw badQuery('window', 'not together with from and to');
    const range = {
      from: instant('from', from),
      to: on('usage-to-ignored') ? now : instant('to', to),
      label: 'custom',
    };
    // A bare date as the end means the whole of that day.
    if (/^\d{4}-\d{2}-\d{2}$/.test(to)) range.to += DAY - 1;
    if (range.from > range.to) throw badQuery('from', 'must not be after to');
    return range;
  }
  const label = window ?? '24h';
  const midnight = Math.floor(now / DAY) * DAY;
  if (label === 'today') return { from: on('today-is-24h') ? now - DAY : midnight, to: now, label };
  const length = { '24h': DAY, '7d': 7 * DAY, '30d': (on('month-is-four-weeks') ? 28 : 30) * DAY }[label];
  if (length === undefined) throw badQuery('window', 'must be today, 24h, 7d or 30d');
  return { from: now - length, to: now, label };
}

function rowsOf(account: Account, s: Span): UsageRow[] {
  return account.rows.filter((r) => r.at >= s.from && r.at <= s.to);
}

function view(r: UsageRow): Record<string, unknown> {
  return {
    request_id: r.request_id,
    timestamp: world.iso(r.at),
    endpoint: r.endpoint,
    model: r.model,
    ...(r.service_tier ? { service_tier: r.service_tier } : {}),
    status: r.status,
    input_tokens: r.input_tokens,
    output_tokens: r.output_tokens,
    cost_usd: fmt(r.cost),
    key: r.key,
  };
}

const COLUMNS = [
  'request_id',
  'timestamp',
  'endpoint',
  'model',
  'service_tier',
  'status',
  'input_tokens',
  'output_tokens',
  'cost_usd',
  'key',
];
const cell = (v: unknown): string => {
  const text = v === undefined || v === null ? '' : String(v);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

function totals(rows: UsageRow[], of: (r: UsageRow) => string | null): object[] {
  const groups = new Map<string, { requests: number; input_tokens: number; output_tokens: number; cost: bigint }>();
  for (const r of rows) {
    const key = of(r) ?? '(none)';
    const g = groups.get(key) ?? { requests: 0, input_tokens: 0, output_tokens: 0, cost: 0n };
    g.requests += 1;
    g.input_tokens += r.input_tokens;
    g.output_tokens += r.output_tokens;
    g.cost += r.cost;
    groups.set(key, g);
  }
  return [...groups].map(([value, { cost, ...g }]) => ({ value, ...g, cost_usd: fmt(cost) }));
}

export function mountUsage(app: Hono): void {
  app.get('/v1/usage', (c: Context) => {
    const account = accountOf(c);
    const s = span(c);
    const rows = rowsOf(account, s).map(view);
    return c.json({ window: s.label, from: world.iso(s.from), to: world.iso(s.to), rows, count: rows.length });
  });
  app.get('/v1/usage.csv', (c: Context) => {
    const account = accountOf(c);
    const s = span(c);
    const day = { ...s, from: world.now() - DAY, to: world.now() };
    let rows = rowsOf(account, on('csv-always-24h') ? day : s).map(view);
    if (on('csv-first-ten-rows')) rows = rows.slice(0, 10);
    const columns = COLUMNS.filter((k) => !(k === 'service_tier' && on('csv-without-tier')));
    const shown = (r: Record<string, unknown>, k: string): unknown =>
      k === 'cost_usd' && on('csv-cost-in-four-digits') ? Number(r[k]).toFixed(4) : r[k];
    const text = [columns.join(','), ...rows.map((r) => columns.map((k) => cell(shown(r, k))).join(','))].join('\r\n');
    return c.body(`${text}\r\n`, 200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="usage.csv"',
    });
  });
  app.get('/v1/usage/summary', (c: Context) => {
    const account = accountOf(c);
    const s = span(c);
    const rows = rowsOf(account, s);
    const total = rows.reduce((sum, r) => sum + r.cost, 0n);
    return c.json({
      window: s.label,
      from: world.iso(s.from),
      to: world.iso(s.to),
      total: { requests: rows.length, cost_usd: fmt(total) },
      by_day: totals(rows, (r) => world.iso(on('summary-under-last-day') ? rows.at(-1)?.at : r.at).slice(0, 10)),
      by_model: totals(rows, (r) => r.model),
      by_endpoint: totals(
        rows.filter((r) => r.model !== null || !on('summary-drops-rows-without-model')),
        (r) => r.endpoint,
      ),
      by_key: totals(rows, (r) => r.key),
    });
  });
  app.get('/v1/balance', (c: Context) => {
    const account = accountOf(c);
    const held = reserved(account);
    const shown = on('balance-ignores-reservations') ? 0n : held;
    return c.json({
      currency: 'USD',
      available_usd: fmt(account.balance - shown),
      recorded_spend_usd: fmt(account.spent),
      open_reservations_usd: fmt(shown),
      open_reservations: on('balance-ignores-reservations') ? 0 : account.holds.size,
    });
  });
}
