import type { Handlers } from '#generated/handlers.ts';
import type { HandlerContext } from '../shared/context.ts';
import { getNumbers } from './get-numbers.ts';
import { getOpenapi } from './get-openapi.ts';
import { getPricing } from './get-pricing.ts';
import { getWalletBalance } from './get-wallet-balance.ts';
import { getX402Manifest } from './get-x402-manifest.ts';
import { getHealth, getHealthChain, getHealthModels, getHealthOverview, getHealthRegions } from './health.ts';

/** Handlers of discovery: descriptions, prices and health. */
export function discoveryHandlers(context: HandlerContext) {
  return {
    'get-health': getHealth(context),
    'get-health-chain': getHealthChain(context),
    'get-health-models': getHealthModels(context),
    'get-health-overview': getHealthOverview(context),
    'get-health-regions': getHealthRegions(context),
    'get-numbers': getNumbers(),
    'get-openapi': getOpenapi(),
    'get-pricing': getPricing(),
    'get-wallet-balance': getWalletBalance(context),
    'get-x402-manifest': getX402Manifest(context),
  } satisfies Partial<Handlers>;
}
