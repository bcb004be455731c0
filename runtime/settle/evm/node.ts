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
import { boundedFetch, ContractCalls, contractTimeout } from './contract-calls.ts';

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
  call(to: Hex, data: Hex, from?: Hex): Promise<CallAnswer>;
  /**
   * Simulates a call that runs code of a wallet, with so much gas.
   *
   * It shares no HTTP request with other calls, and its time, its answer and the number of such calls are bounded. Throws
   * where there are too many.
   */
  callContract(
    wallet: Hex,
    call: { readonly to: Hex; readonly data: Hex; readonly from?: Hex; readonly gas: bigint },
  ): Promise<CallAnswer>;
}

/** The data that a call returned, or why it would revert. */
export type CallAnswer = { readonly data: Hex } | { readonly refused: string };

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
  const alone = createPublicClient({
    transport: http(url, { fetchFn: boundedFetch, retryCount: 0, timeout: Math.min(timeout, contractTimeout) }),
  });
  const contracts = new ContractCalls();
  const tag = (block?: bigint) => (block === undefined ? 'latest' : toHex(block));

  const request = requestOf(client);
  const requestAlone = requestOf(alone);

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
    call: (to, data, from) =>
      answerOf(request({ method: 'eth_call', params: [{ to, data, ...(from && { from }) }, 'latest'] })),
    callContract: (wallet, { gas, ...asked }) =>
      contracts.run(wallet, () =>
        answerOf(requestAlone({ method: 'eth_call', params: [{ ...asked, gas: toHex(gas) }, 'latest'] })),
      ),
  };
}

/** The calls of a client, passed on unchanged, so that each method keeps its own types. */
function requestOf(client: PublicClient): PublicClient['request'] {
  const ask = async (asked: { readonly method: string }): Promise<unknown> => {
    try {
      return await client.request(asked as never);
    } catch (error) {
      throw new NodeError(asked.method, error);
    }
  };
  return ask as PublicClient['request'];
}

async function answerOf(called: Promise<Hex>): Promise<CallAnswer> {
  try {
    return { data: await called };
  } catch (error) {
    const reason = revertReason(error);
    if (reason === undefined) throw error;
    return { refused: reason };
  }
}

/** The reason of a contract that refuses a call; undefined where the call did not reach it. */
function revertReason(error: unknown): string | undefined {
  const answer = error instanceof NodeError ? error.answer : undefined;
  if (!answer || (answer.code !== 3 && !/revert|out of gas/i.test(answer.text))) return undefined;
  return answer.text.replace(/^execution reverted:? ?/, '');
}
