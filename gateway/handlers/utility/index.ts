import type { HandlerContext } from '../shared/context.ts';
import { readData } from '../shared/read-data.ts';
import { callRpc, callSolanaRpc } from './call-rpc.ts';
import { callSwap } from './call-swap.ts';
import { createOnrampToken } from './create-onramp-token.ts';
import { fundVenueAAccount } from './fund-venue-a-account.ts';
import { getCryptoData } from './get-crypto-data.ts';

/** Handlers of DeFi and crypto data, nodes, swaps, the bridge and the on-ramp. */
export function utilityHandlers(context: HandlerContext) {
  return {
    'call-rpc': callRpc(context),
    'call-solana-rpc': callSolanaRpc(context),
    'call-swap': callSwap(context),
    'call-swap-post': callSwap(context),
    'create-onramp-token': createOnrampToken(context),
    'fund-venue-a-account': fundVenueAAccount(context),
    'get-crypto-data': getCryptoData(context),
    'get-defi-prices': readData(context, { source: 'defi', resource: 'prices' }),
    'get-defi-protocol': readData(context, { source: 'defi', resource: 'protocol' }),
    'get-onchain-schema': readData(context, { source: 'crypto', resource: 'onchain/schema' }),
    'list-defi-chains': readData(context, { source: 'defi', resource: 'chains' }),
    'list-defi-protocols': readData(context, { source: 'defi', resource: 'protocols' }),
    'list-defi-yields': readData(context, { source: 'defi', resource: 'yields' }),
    'run-onchain-query': readData(context, { source: 'crypto', resource: 'onchain/query' }),
    'run-onchain-sql': readData(context, { source: 'crypto', resource: 'onchain/sql' }),
  };
}
