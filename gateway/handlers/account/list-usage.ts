import type { Handlers } from '#generated/handlers.ts';
import type { HandlerContext } from '../../handler-context.ts';
import { toRow, usageRows } from './rows.ts';

/** Lists what an account was served, one row a request. */
export function listUsage(context: HandlerContext): Handlers['list-usage'] {
  return async ({ account, query }) => {
    const rows = await usageRows(context, account, query);
    return { status: 200, body: { currency: 'USD', data: rows.map(toRow) } };
  };
}
