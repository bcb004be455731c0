import { formatUsd } from '@tollwright/runtime/money/usd';
import { Problem } from '@tollwright/runtime/operation/problem';
import type { UsageRow } from '@tollwright/runtime/store/accounts';
import type { Clock } from '@tollwright/runtime/system/clock';
import type { Handlers } from '#generated/handlers.ts';
import type { HandlerContext } from '../shared/context.ts';
import { decide } from './decide.ts';

/** Handlers of an account: decisions, its balance and its usage. */
export function accountHandlers(context: HandlerContext) {
  return {
    decide: decide(context),
    'export-usage': exportUsage(context),
    'get-balance': getBalance(context),
    'list-usage': listUsage(context),
    'summarize-usage': summarizeUsage(context),
  } satisfies Partial<Handlers>;
}

/** Returns what an account can still spend, has spent and has reserved for calls in progress. */
function getBalance(context: HandlerContext): Handlers['get-balance'] {
  return async ({ account: id }) => {
    const account = id === undefined ? undefined : await context.services.store.accounts.find(id);
    if (!account) throw new Problem('unauthorized');
    const { balance, reserved, spent } = account;
    const body = {
      currency: 'USD',
      available: formatUsd(balance - reserved),
      spent: formatUsd(spent),
      reserved: formatUsd(reserved),
    };
    return { status: 200, body };
  };
}

/** Lists the usage of an account, one row for each request. */
function listUsage(context: HandlerContext): Handlers['list-usage'] {
  return async ({ account, query }) => {
    const rows = await usageRows(context, account, query);
    return { status: 200, body: { currency: 'USD', data: rows.map(toRow) } };
  };
}

const columns: readonly (keyof Row)[] = [
  'id',
  'timestamp',
  'endpoint',
  'model',
  'prompt_tokens',
  'completion_tokens',
  'service_tier',
  'cost',
];

/** Exports the rows of a span as one CSV download with a heading. */
function exportUsage(context: HandlerContext): Handlers['export-usage'] {
  return async ({ account, query }) => {
    const rows = await usageRows(context, account, query);
    const lines = rows.map(toRow).map((row) => columns.map((column) => cell(row[column])));
    const value = [columns, ...lines].map((line) => `${line.join(',')}\n`).join('');
    return {
      status: 200,
      headers: { 'Content-Disposition': 'attachment; filename="usage.csv"' },
      text: { contentType: 'text/csv; charset=utf-8', value },
    };
  };
}

/** Quotes what would break a line apart (RFC 4180, section 2). */
function cell(value: string | number | undefined): string {
  const text = String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Totals a span's usage as a whole and per day, model, endpoint and key. */
function summarizeUsage(context: HandlerContext): Handlers['summarize-usage'] {
  return async ({ account, query }) => {
    const rows = await usageRows(context, account, query);
    const body = {
      currency: 'USD',
      total: total(rows),
      days: totals(rows, 'day', (row) => new Date(row.at).toISOString().slice(0, 10)),
      models: totals(rows, 'model', (row) => row.data.model ?? null),
      endpoints: totals(rows, 'endpoint', (row) => row.route),
      keys: totals(rows, 'key', (row) => row.account),
    };
    return { status: 200, body };
  };
}

function totals(rows: readonly UsageRow[], name: string, of: (row: UsageRow) => unknown) {
  return [...Map.groupBy(rows, of)].map(([value, group]) => ({ [name]: value, ...total(group) }));
}

function total(rows: readonly UsageRow[]) {
  return { requests: rows.length, cost: formatUsd(rows.reduce((sum, { amount }) => sum + amount, 0n)) };
}

/** A usage row as callers see it. Fields that a call does not have are left out. */
interface Row {
  readonly id: string;
  readonly timestamp: string;
  readonly endpoint: string;
  readonly model?: string;
  readonly prompt_tokens?: number;
  readonly completion_tokens?: number;
  readonly service_tier?: string;
  /** USD, exact decimal text. */
  readonly cost: string;
}

/** Reads the usage rows of an account within the span of a query, oldest first. */
async function usageRows(
  context: HandlerContext,
  account: string | undefined,
  query: SpanQuery,
): Promise<readonly UsageRow[]> {
  const { clock, store } = context.services;
  const { from, to } = spanOf(query, clock);
  return account === undefined ? [] : store.accounts.usage(account, from, to);
}

/** Converts a stored row. */
function toRow({ id, at, route, amount, data }: UsageRow): Row {
  const { model, prompt_tokens, completion_tokens, service_tier } = data;
  return {
    id,
    timestamp: new Date(at).toISOString(),
    endpoint: route,
    ...(typeof model === 'string' && { model }),
    ...(typeof prompt_tokens === 'number' && { prompt_tokens }),
    ...(typeof completion_tokens === 'number' && { completion_tokens }),
    ...(typeof service_tier === 'string' && { service_tier }),
    cost: formatUsd(amount),
  };
}

const day = 86_400_000;
const lengths = { '24h': day, '7d': 7 * day, '30d': 30 * day } as const;

/** A span of time: `from` is within it, `to` is not. Milliseconds since 1970. */
interface Span {
  readonly from: number;
  readonly to: number;
}

interface SpanQuery {
  readonly window?: 'today' | '24h' | '7d' | '30d';
  /** ISO 8601 or unix seconds. */
  readonly from?: string;
  readonly to?: string;
}

/** Reads the span of a usage query: a window up to now, or `from` and `to`; thirty days by default. */
function spanOf({ window, from, to }: SpanQuery, clock: Clock): Span {
  const now = clock.now();
  const end = to === undefined ? now + 1 : instant('to', to);
  if (from !== undefined) return { from: instant('from', from), to: end };
  if (window === 'today') return { from: now - (now % day), to: end };
  return { from: end - lengths[window ?? '30d'], to: end };
}

function instant(field: string, text: string): number {
  const milliseconds = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text);
  if (Number.isSafeInteger(milliseconds)) return milliseconds;
  const message = `${field} must be an ISO 8601 time or Unix seconds`;
  throw new Problem('invalid-body', { details: [{ path: [field], message }] });
}
