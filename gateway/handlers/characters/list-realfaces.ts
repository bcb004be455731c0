import { addressId } from '@tollwright/runtime/x402/address';
import type { Handlers } from '#generated/handlers.ts';
import type { HandlerContext } from '../shared/context.ts';
import { assetsOf, listed } from './assets.ts';

/** Seconds that a listing may be cached. */
const fresh = 30;

/** Lists the real-person faces of a wallet. */
export function listRealfaces(context: HandlerContext): Handlers['list-realfaces'] {
  return async ({ params: { address } }) => {
    const assets = await assetsOf(context, 'face', addressId(address));
    const realfaces = assets.map((asset) => ({ ...listed(asset), providerAssetId: asset.providerId }));
    return {
      status: 200,
      headers: { 'Cache-Control': `public, max-age=${fresh}` },
      body: { wallet: address, realfaces, count: realfaces.length },
    };
  };
}
