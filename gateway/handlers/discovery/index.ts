import type { Handlers } from '#generated/handlers.ts';
import type { Tools } from '../../tools.ts';
import { getNumbers } from './get-numbers.ts';
import { getOpenapi } from './get-openapi.ts';
import { getPricing } from './get-pricing.ts';
import { getWalletBalance } from './get-wallet-balance.ts';
import { getX402Manifest } from './get-x402-manifest.ts';
import { getHealth, getHealthChain, getHealthModels, getHealthOverview, getHealthRegions } from './health.ts';

/** The handlers by which callers find out about the service. */
export function discoveryHandlers(tools: Tools) {
  return {
    'get-health': getHealth(tools),
    'get-health-chain': getHealthChain(tools),
    'get-health-models': getHealthModels(tools),
    'get-health-overview': getHealthOverview(tools),
    'get-health-regions': getHealthRegions(tools),
    'get-numbers': getNumbers(),
    'get-openapi': getOpenapi(),
    'get-pricing': getPricing(),
    'get-wallet-balance': getWalletBalance(tools),
    'get-x402-manifest': getX402Manifest(tools),
  } satisfies Partial<Handlers>;
}
