import { type ProbeClient, str } from './client.ts';

function rpcCall(id?: number): Record<string, unknown> {
  return { jsonrpc: '2.0', method: 'eth_blockNumber', params: [], ...(id === undefined ? {} : { id }) };
}

/** Whether an empty page of this list is answered and not charged. */
async function emptyPageIsFree(client: ProbeClient, name: string): Promise<boolean> {
  const path = `/api/v1/{social}/users/${name}`;
  await client.script(`POST ${path}`, 'empty');
  const before = (await client.ledger()).length;
  const page = await client.pay({ path, body: { username: 'ada' } });
  return page.status === 200 && (await client.ledger()).length === before;
}

/** Probes of the sandbox, web search, social data, prediction markets, market prices, RPC and crypto data. */
export const dataProbes: Record<string, (client: ProbeClient) => Promise<boolean>> = {
  'sandbox-fixed-life': async (client) => {
    const created = await client.pay({ path: '/api/v1/{sandbox}/sandbox/create', body: { timeout: 60 } });
    await client.advance(90);
    const body = { sandbox_id: str(created.body, 'sandbox_id') };
    const state = await client.pay({ path: '/api/v1/{sandbox}/sandbox/status', body });
    return state.status === 200 && state.body.status === 'terminated';
  },
  'websearch-timeout-504': async (client) => {
    await client.script('POST /api/v1/{websearch}/search', 'timeout');
    const found = await client.pay({ path: '/api/v1/{websearch}/search', body: { query: 'foxes' } });
    return found.status === 500 && found.body.error === 'Internal server error';
  },
  'social-at-duplicate': async (client) => {
    const usernames = ['ada', 'bob', '@ada', 'eve'];
    const found = await client.pay({ path: '/api/v1/{social}/users/lookup', body: { usernames } });
    return found.status === 200 && found.body.total_requested === 3;
  },
  'followings-empty-charged': async (client) =>
    (await emptyPageIsFree(client, 'followers')) && (await emptyPageIsFree(client, 'followings')),
  'pm-sort-price-asc': async (client) =>
    (await client.pay({ path: '/api/v1/pm/{venue_b}/markets?sort=price_asc' })).status === 200,
  'stocks-history-no-post': async (client) => {
    const path = '/api/v1/stocks/us/history/AAPL';
    const [byGet, byPost] = [await client.pay({ path }), await client.pay({ path, body: {} })];
    return byGet.status === 200 && byPost.status === 200;
  },
  'crypto-query-tier': async (client) =>
    (await client.quote({ path: '/api/v1/{cryptodata}/onchain/query', body: { chain: 'base' } })) === 8500,
  'rpc-notifications-free': async (client) =>
    (await client.quote({ path: '/api/v1/rpc/base', body: [rpcCall(1), rpcCall(2), rpcCall()] })) === 9000,
};
