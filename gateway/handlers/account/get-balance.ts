import { formatUsd } from '@tollwright/runtime/money/usd';
import { Problem } from '@tollwright/runtime/operation/problem';
import type { Handlers } from '#generated/handlers.ts';
import type { HandlerContext } from '../shared/context.ts';

/** Returns what an account can still spend, has spent and has reserved for calls in progress. */
export function getBalance(context: HandlerContext): Handlers['get-balance'] {
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
