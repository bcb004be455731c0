import { addressId } from '@tollwright/runtime/payment/address';
import type { Handlers } from '#generated/handlers.ts';
import type { Tools } from '../../tools.ts';
import { assetsOf, listed } from './assets.ts';

/** Lists the virtual portraits of a wallet. */
export function listPortraits(tools: Tools): Handlers['list-portraits'] {
  return async ({ params: { address } }) => {
    const portraits = (await assetsOf(tools, 'portrait', addressId(address))).map(listed);
    return { status: 200, body: { wallet: address, portraits, count: portraits.length } };
  };
}
