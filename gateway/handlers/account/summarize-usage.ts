import { formatUsd } from '@tollwright/runtime/money/usd';
import type { UsageRow } from '@tollwright/runtime/store/accounts';
import type { Handlers } from '#generated/handlers.ts';
import type { HandlerContext } from '../shared/context.ts';
import { usageRows } from './rows.ts';

/** Totals a span's usage as a whole and per day, model, endpoint and key. */
export function summarizeUsage(context: HandlerContext): Handlers['summarize-usage'] {
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
