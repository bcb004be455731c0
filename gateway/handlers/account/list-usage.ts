import type { Handlers } from '#generated/handlers.ts';
import type { HandlerContext } from '../shared/context.ts';
import { toRow, usageRows } from './rows.ts';

/** Lists the usage of an account, one row for each request. */
export function listUsage(context: HandlerContext): Handlers['list-usage'] {
  return async ({ account, query }) => {
    const rows = await usageRows(context, account, query);
    return { status: 200, body: { currency: 'USD', data: rows.map(toRow) } };
  };
}
