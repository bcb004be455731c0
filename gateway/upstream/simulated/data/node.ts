import type { NodeCall } from '../../data-port.ts';
import { digest, randomFrom } from '../../seeded-random.ts';
import { hexDigits } from './shape.ts';

/** Seconds between blocks, and when the first one was made. */
const [pace, genesis] = [2, 1_600_000_000];

type Method = (call: NodeCall, node: Node) => unknown;

interface Node {
  readonly chain: string;
  readonly height: number;
  readonly seed: unknown;
}

const methods: Readonly<Record<string, Method>> = {
  eth_blockNumber: (_, { height }) => quantity(height),
  eth_chainId: (_, { chain }) => quantity(Number(chain)),
  eth_gasPrice: (_, { seed, height }) => quantity(randomFrom([seed, height]).integer(1_000_000, 90_000_000)),
  eth_getBalance: (call, { seed }) => quantity(randomFrom([seed, call.params]).integer(0, Number.MAX_SAFE_INTEGER)),
  eth_getTransactionCount: (call, { seed }) => quantity(randomFrom([seed, call.params]).integer(0, 4000)),
  eth_getCode: () => '0x',
  eth_call: (call, { seed }) => `0x${hexDigits([seed, call.params], 32)}`,
  eth_getBlockByNumber: (_, { height, seed }) => ({
    number: quantity(height),
    hash: `0x${hexDigits([seed, height], 32)}`,
    transactions: [],
  }),
  net_version: (_, { chain }) => chain,
  web3_clientVersion: () => 'simulated/1.0.0',
  getSlot: (_, { height }) => height,
  getBlockHeight: (_, { height }) => height,
  getHealth: () => 'ok',
  getVersion: () => ({ 'solana-core': '2.0.0', 'feature-set': 1 }),
  getBalance: (call, { height, seed }) => ({
    context: { slot: height },
    value: randomFrom([seed, call.params]).integer(0, 9_000_000_000),
  }),
  getLatestBlockhash: (_, { height, seed }) => ({
    context: { slot: height },
    value: { blockhash: digest([seed, height]).slice(0, 44), lastValidBlockHeight: height + 150 },
  }),
};

/** Answers JSON-RPC calls as a node of a chain does; `chain` is its number. */
export function callNode(chain: string, calls: readonly NodeCall[], now: number, seed: number): readonly unknown[] {
  const node = { chain, height: Math.floor((now / 1000 - genesis) / pace), seed: [seed, 'node', chain] };
  return calls.map((call) => {
    const method = Object.hasOwn(methods, call.method) ? methods[call.method] : undefined;
    const answer = method
      ? { result: method(call, node) }
      : { error: { code: -32_601, message: `The method ${call.method} does not exist/is not available` } };
    return { jsonrpc: '2.0', id: call.id ?? null, ...answer };
  });
}

function quantity(value: number): string {
  return `0x${value.toString(16)}`;
}
