import { formatUsd } from '@tollwright/runtime/money/usd';
import { Problem } from '@tollwright/runtime/operation/problem';
import type { Handlers } from '#generated/handlers.ts';
import type { HandlerContext } from '../shared/context.ts';

/** Returns the balance of a wallet in the asset in which the host is paid. */
export function getWalletBalance(context: HandlerContext): Handlers['get-wallet-balance'] {
  return async ({ query, payer, host }) => {
    const address = query.address ?? payer;
    if (address === undefined) {
      const details = [{ path: ['address'], message: '`address` is required: the address of the wallet.' }];
      throw new Problem('invalid-body', { error: 'Invalid request', details });
    }
    const { network = '', asset } = host.payment ?? {};
    const balance = formatUsd(await context.services.settler.balance(address, network));
    return { status: 200, body: { address, balance, currency: 'USDC', network, asset } };
  };
}
