import type { Handlers } from '#generated/handlers.ts';
import type { HandlerContext } from '../shared/context.ts';
import { type Row, toRow, usageRows } from './rows.ts';

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
export function exportUsage(context: HandlerContext): Handlers['export-usage'] {
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
