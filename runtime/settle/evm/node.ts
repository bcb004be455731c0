/** A node of an EVM chain, with the calls that settlement needs. */

import {
  BaseError,
  createPublicClient,
  type Hex,
  http,
  type PublicClient,
  type RpcLog,
  RpcRequestError,
  type RpcTransactionReceipt,
  toHex,
} from 'viem';

/** A receipt as a node writes it. */
export type Receipt = Pick<RpcTransactionReceipt, 'status' | 'logs' | 'blockNumber' | 'transactionHash'>;

/** Reads a chain and sends to it. All calls throw when the node does not answer. */
export interface EvmNode {
  /** Calls a method. Its errors contain neither the URL, which may have a key in it, nor the parameters. */
  readonly request: PublicClient['request'];
  head(): Promise<bigint>;
  /** Unix seconds at which a block was made. */
  timeOf(block: bigint): Promise<number>;
  /** Number of transactions of an account in the chain, up to a block or the newest one. */
  count(account: Hex, block?: bigint): Promise<number>;
  receipt(hash: Hex): Promise<Receipt | undefined>;
  logs(filter: {
    address: Hex;
    topics: readonly (Hex | readonly Hex[])[];
    from: bigint;
    to: bigint;
  }): Promise<readonly RpcLog[]>;
  /** Simulates a call. Returns its data, or in `refused` why it would revert. */
  call(to: Hex, data: Hex, from?: Hex): Promise<{ readonly data: Hex } | { readonly refused: string }>;
}

/** A call that a node refused, or that did not reach it. */
class NodeError extends Error {
  override readonly name = 'NodeError';
  /** The node's answer; absent where it did not answer. */
  readonly answer: { readonly code: number; readonly text: string } | undefined;

  constructor(method: string, error: unknown) {
    const refused = error instanceof BaseError ? error.walk((each) => each instanceof RpcRequestError) : null;
    const answer = refused instanceof RpcRequestError ? { code: refused.code, text: refused.details } : undefined;
    super(`${method}: ${answer?.text ?? (error instanceof BaseError ? error.shortMessage : 'The call failed.')}`);
    this.answer = answer;
  }
}

/** Talks to a node. Calls that are made at once share one HTTP request. */
export function createNode(url: string, timeout = 10_000): EvmNode {
  const client = createPublicClient({ transport: http(url, { batch: { batchSize: 100 }, retryCount: 0, timeout }) });
  const tag = (block?: bigint) => (block === undefined ? 'latest' : toHex(block));

  async function ask(asked: { readonly method: string }): Promise<unknown> {
    try {
      return await client.request(asked as never);
    } catch (error) {
      throw new NodeError(asked.method, error);
    }
  }
  // Calls are passed on unchanged, so each method keeps its own types.
  const request = ask as PublicClient['request'];

  return {
    request,
    head: async () => BigInt(await request({ method: 'eth_blockNumber' })),
    async timeOf(block) {
      const found = await request({ method: 'eth_getBlockByNumber', params: [tag(block), false] });
      if (!found) throw new Error(`The node does not know block ${block}.`);
      return Number(found.timestamp);
    },
    count: async (account, block) =>
      Number(await request({ method: 'eth_getTransactionCount', params: [account, tag(block)] })),
    receipt: async (hash) => (await request({ method: 'eth_getTransactionReceipt', params: [hash] })) ?? undefined,
    logs: ({ address, topics, from, to }) =>
      request({
        method: 'eth_getLogs',
        params: [
          {
            address,
            topics: topics.map((topic) => (typeof topic === 'string' ? topic : [...topic])),
            fromBlock: toHex(from),
            toBlock: toHex(to),
          },
        ],
      }),
    async call(to, data, from) {
      try {
        return { data: await request({ method: 'eth_call', params: [{ to, data, ...(from && { from }) }, 'latest'] }) };
      } catch (error) {
        const reason = revertReason(error);
        if (reason === undefined) throw error;
        return { refused: reason };
      }
    },
  };
}

/** The reason of a contract that refuses a call; undefined where the call did not reach it. */
function revertReason(error: unknown): string | undefined {
  const answer = error instanceof NodeError ? error.answer : undefined;
  if (!answer || (answer.code !== 3 && !/revert/i.test(answer.text))) return undefined;
  return answer.text.replace(/^execution reverted:? ?/, '');
}
