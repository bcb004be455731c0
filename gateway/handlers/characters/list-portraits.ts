import { addressId } from '@tollwright/runtime/payment/address';
import type { Handlers } from '#generated/handlers.ts';
import type { HandlerContext } from '../../handler-context.ts';
import { assetsOf, listed } from './assets.ts';

/** Lists the virtual portraits of a wallet. */
export function listPortraits(context: HandlerContext): Handlers['list-portraits'] {
  return async ({ params: { address } }) => {
    const portraits = (await assetsOf(context, 'portrait', addressId(address))).map(listed);
    return { status: 200, body: { wallet: address, portraits, count: portraits.length } };
  };
}
