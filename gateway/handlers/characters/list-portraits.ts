import { addressId } from '@tollwright/runtime/x402/address';
import type { Handlers } from '#generated/handlers.ts';
import type { HandlerContext } from '../shared/context.ts';
import { assetsOf, listed } from './assets.ts';

/** Lists the virtual portraits of a wallet. */
export function listPortraits(context: HandlerContext): Handlers['list-portraits'] {
  return async ({ params: { address } }) => {
    const portraits = (await assetsOf(context, 'portrait', addressId(address))).map(listed);
    return { status: 200, body: { wallet: address, portraits, count: portraits.length } };
  };
}
