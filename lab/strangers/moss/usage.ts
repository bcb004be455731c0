import { availableOf, reservedOf, rowsOf, sweep, type UsageRow } from './accounts.ts';
import { iso } from './clock.ts';
import { on } from './faults.ts';
import { ok, type Reply } from './http.ts';
import { formatUsd } from './money.ts';
import type { Call, Operation } from './operation.ts';
import { readSpan, type Span } from './usage-window.ts';

/** The usage record and the balance. */
export const usageOperations: Operation[] = [
  { methods: ['GET'], path: '/v1/usage', summary: 'One row per request', handle: list },
  { methods: ['GET'], path: '/v1/usage.csv', summary: 'The same rows as one CSV download', handle: csv },
  { methods: ['GET'], path: '/v1/usage/summary', summary: 'Totals per day, model, endpoint and key', handle: summary },
  { methods: ['GET'], path: '/v1/balance', summary: 'Balance, spend and open reservations', handle: balance },
];

function select(call: Call): { span: Span; rows: UsageRow[] } {
  const span = readSpan(call);
  sweep();
  const rows = rowsOf(call.account).filter((row) => row.at >= span.from && row.at <= span.to);
  if (!on('usage-same-moment')) return { span, rows };
  return { span, rows: [...new Map(rows.map((row) => [`${row.at} ${row.endpoint}`, row])).values()] };
}

function list(call: Call): Reply {
  const { span, rows } = select(call);
  return ok({ from: iso(span.from), to: iso(span.to), rows: rows.map(view) });
}

function view(row: UsageRow): Record<string, unknown> {
  return {
    time: iso(row.at),
    endpoint: row.endpoint,
    model: row.model,
    key: row.keyId,
    status: row.status,
    input_tokens: row.inputTokens,
    output_tokens: row.outputTokens,
    charge: formatUsd(row.charge),
    ...(row.tier === undefined ? {} : { service_tier: row.tier }),
  };
}

// One column for each member of a row, in the same order.
const COLUMNS = [
  'Time',
  'Endpoint',
  'Model',
  'Key',
  'Status',
  'Input tokens',
  'Output tokens',
  'Charge',
  'Service tier',
];

function csv(call: Call): Reply {
  const { rows: all } = select(call);
  const rows = on('csv-first-page') ? all.slice(0, 100) : all;
  const lines = rows
    .map(view)
    .map((row) => (on('csv-rounded-charge') ? { ...row, charge: Number(row.charge).toFixed(4) } : row))
    .map((row) => [...Object.values(row), ...('service_tier' in row ? [] : [''])].map(cell).join(','));
  return {
    status: 200,
    text: [COLUMNS.join(','), ...lines, ''].join('\r\n'),
    headers: { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': 'attachment; filename="usage.csv"' },
  };
}

function cell(value: unknown): string {
  const text = String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function summary(call: Call): Reply {
  const { span, rows } = select(call);
  return ok({
    from: iso(span.from),
    to: iso(span.to),
    total: total(rows),
    per_day: totals(rows, (row) => iso(row.at).slice(0, 10)),
    per_model: totals(
      rows.filter((row) => row.model !== null),
      (row) => (on('summary-short-model') ? row.model?.split('/').at(-1) : row.model) ?? '',
    ),
    per_endpoint: totals(on('summary-top-five') ? ofTopFive(rows) : rows, (row) => row.endpoint),
    per_key: totals(rows, (row) => row.keyId),
  });
}

// What the fault `summary-top-five` counts.
function ofTopFive(rows: UsageRow[]): UsageRow[] {
  const groups = [...Map.groupBy(rows, (row) => row.endpoint).values()];
  return groups
    .sort((a, b) => b.length - a.length)
    .slice(0, 5)
    .flat();
}

function totals(rows: UsageRow[], nameOf: (row: UsageRow) => string): Record<string, unknown> {
  return Object.fromEntries([...Map.groupBy(rows, nameOf)].map(([name, group]) => [name, total(group)]));
}

function total(rows: UsageRow[]): Record<string, unknown> {
  return {
    requests: rows.length,
    input_tokens: rows.reduce((sum, row) => sum + row.inputTokens, 0),
    output_tokens: rows.reduce((sum, row) => sum + row.outputTokens, 0),
    charge: formatUsd(rows.reduce((sum, row) => sum + row.charge, 0n)),
  };
}

function balance(call: Call): Reply {
  sweep();
  const { account } = call;
  return ok({
    currency: 'USD',
    available: formatUsd(availableOf(account)),
    spend: formatUsd(account.spent),
    reserved: formatUsd(reservedOf(account)),
    reservations: [...account.holds]
      .filter((hold) => hold.amount > 0n)
      .map((hold) => ({
        id: hold.id,
        since: iso(hold.since),
        endpoint: hold.row.endpoint,
        amount: formatUsd(hold.amount),
      })),
    wallet: account.address,
  });
}
