import { Fields, invalidField } from './check.ts';
import { on } from './faults.ts';
import { paid } from './flow.ts';
import { isRecord, parseJson, type Req } from './http.ts';
import { usd } from './money.ts';
import type { Route } from './router.ts';

interface RpcInput {
  batch: boolean;
  calls: Record<string, unknown>[];
}

/** Networks of the RPC service, each with its aliases: 40 chains. */
const networks: string[][] = [
  ['ethereum', 'eth', 'mainnet'],
  ['base'],
  ['polygon', 'matic'],
  ['arbitrum', 'arb', 'arbitrum-one'],
  ['optimism', 'op'],
  ['bsc', 'bnb'],
  ['avalanche', 'avax'],
  ['gnosis', 'xdai'],
  ['fantom', 'ftm'],
  ['celo'],
  ['linea'],
  ['scroll'],
  ['zksync', 'zksync-era'],
  ['blast'],
  ['mantle'],
  ['mode'],
  ['zora'],
  ['moonbeam'],
  ['moonriver'],
  ['cronos'],
  ['aurora'],
  ['metis'],
  ['boba'],
  ['kava'],
  ['fuse'],
  ['harmony', 'one'],
  ['klaytn', 'kaia'],
  ['sei'],
  ['berachain', 'bera'],
  ['sonic'],
  ['unichain'],
  ['worldchain', 'world'],
  ['ink'],
  ['soneium'],
  ['abstract'],
  ['taiko'],
  ['fraxtal'],
  ['manta'],
  ['solana', 'sol'],
  ['bitcoin', 'btc'],
];

const names = networks.flat();

function checkCall(value: unknown, prefix: string, into: Fields): Record<string, unknown> {
  if (!isRecord(value)) {
    into.fail(prefix || 'body', 'must be a JSON-RPC 2.0 object');
    return {};
  }
  const fields = new Fields(value, prefix === '' ? '' : `${prefix}.`, into.problems);
  if (fields.get('jsonrpc') !== '2.0') fields.fail('jsonrpc', 'must be "2.0"');
  fields.needText('method', { min: 1 });
  const params = fields.get('params');
  if (params !== undefined && !Array.isArray(params) && !isRecord(params))
    fields.fail('params', 'must be an array or an object');
  const id = fields.get('id');
  if (id !== undefined && id !== null && typeof id !== 'string' && typeof id !== 'number')
    fields.fail('id', 'must be a string, a number or null');
  return value;
}

function check(req: Req): RpcInput {
  const body = parseJson(req.body);
  const problems = new Fields({});
  if (Array.isArray(body)) {
    if (body.length === 0) throw invalidField('body', 'must hold at least one call');
    const calls = body.map((item: unknown, index) => checkCall(item, String(index), problems));
    problems.done();
    return { batch: true, calls };
  }
  const call = checkCall(body, '', problems);
  problems.done();
  return { batch: false, calls: [call] };
}

function answer(call: Record<string, unknown>): Record<string, unknown> {
  return { jsonrpc: '2.0', id: call.id ?? null, result: '0x1' };
}

function rpc(path: string, text: string, only?: Record<string, string[]>): Route {
  const each = usd(text);
  return paid<RpcInput>({
    path,
    summary: 'JSON-RPC 2.0; batches are priced per element',
    ...(only ? { only } : {}),
    price: { mode: 'dynamic', min: each, max: each * 1000n },
    check,
    quote: ({ batch, calls }) => {
      const priced = batch && on('rpc-notifications-free') ? calls.filter((call) => call.id !== undefined) : calls;
      return { amount: each * BigInt(priced.length) };
    },
    run: ({ batch, calls }) => ({ body: () => (batch ? calls.map(answer) : answer(calls[0] ?? {})) }),
  });
}

/** Multi-chain JSON-RPC. */
export const rpcRoutes: Route[] = [
  rpc('/api/v1/solana/rpc', '0.0015'),
  rpc('/api/v1/rpc/{network}', '0.003', { network: names }),
];
