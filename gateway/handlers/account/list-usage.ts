import type { Handlers } from '#generated/handlers.ts';
import type { Tools } from '../../tools.ts';
import { toRow, usageRows } from './rows.ts';

/** Lists what an account was served, one row a request. */
export function listUsage(tools: Tools): Handlers['list-usage'] {
  return async ({ account, query }) => {
    const rows = await usageRows(tools, account, query);
    return { status: 200, body: { currency: 'USD', data: rows.map(toRow) } };
  };
}
