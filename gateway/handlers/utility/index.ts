import type { Tools } from '../../tools.ts';
import { readData } from '../read-data.ts';
import { callRpc, callSolanaRpc } from './call-rpc.ts';
import { callSwap } from './call-swap.ts';
import { createOnrampToken } from './create-onramp-token.ts';
import { fundVenueAAccount } from './fund-venue-a-account.ts';
import { getCryptoData } from './get-crypto-data.ts';

/** Handlers of DeFi and crypto data, nodes, swaps, the bridge and the on-ramp. */
export function utilityHandlers(tools: Tools) {
  return {
    'call-rpc': callRpc(tools),
    'call-solana-rpc': callSolanaRpc(tools),
    'call-swap': callSwap(tools),
    'call-swap-post': callSwap(tools),
    'create-onramp-token': createOnrampToken(tools),
    'fund-venue-a-account': fundVenueAAccount(tools),
    'get-crypto-data': getCryptoData(tools),
    'get-defi-prices': readData(tools, { source: 'defi', resource: 'prices' }),
    'get-defi-protocol': readData(tools, { source: 'defi', resource: 'protocol' }),
    'get-onchain-schema': readData(tools, { source: 'crypto', resource: 'onchain/schema' }),
    'list-defi-chains': readData(tools, { source: 'defi', resource: 'chains' }),
    'list-defi-protocols': readData(tools, { source: 'defi', resource: 'protocols' }),
    'list-defi-yields': readData(tools, { source: 'defi', resource: 'yields' }),
    'run-onchain-query': readData(tools, { source: 'crypto', resource: 'onchain/query' }),
    'run-onchain-sql': readData(tools, { source: 'crypto', resource: 'onchain/sql' }),
  };
}
