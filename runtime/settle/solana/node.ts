/** A node of Solana, with the calls that settlement needs. */

import { isObject, read } from '../../values/json.ts';

/** The status of a transaction that a node knows. */
export interface Status {
  /** Why it failed, as the node writes it; null where it did not. */
  readonly err: unknown;
  /** Blocks after that of the transaction; null once nothing can undo it. */
  readonly confirmations: number | null;
  /** Whether most of the stake has voted for its block. */
  readonly isConfirmed: boolean;
}

/** Reads a chain and sends to it. All calls throw when the node does not answer. */
export interface SolanaNode {
  /** Hash of the first block, which identifies the chain. */
  genesis(): Promise<string>;
  /** A confirmed block for signatures, and the height of the last block that accepts a transaction with it. */
  latestBlock(): Promise<{ readonly hash: string; readonly lastHeight: bigint }>;
  /** Whether the chain still accepts a transaction with this block. */
  isRecent(hash: string): Promise<boolean>;
  /** Number of blocks in the chain, without skipped ones. */
  height(commitment: 'confirmed' | 'finalized'): Promise<bigint>;
  lamports(address: string): Promise<number>;
  /** Owner and data of an account; undefined where there is none. */
  account(address: string): Promise<{ readonly owner: string; readonly data: Buffer } | undefined>;
  /** Status of each transaction, in order; at most 256. */
  statuses(signatures: readonly string[]): Promise<readonly (Status | undefined)[]>;
  /** Why a transaction would fail now; undefined where it would not. */
  simulate(wire: string): Promise<string | undefined>;
  send(wire: string): Promise<void>;
}

const confirmed = { commitment: 'confirmed' };

/** Talks to a node. Its errors contain neither the URL, which may have a key in it, nor the parameters. */
export function createNode(url: string, timeout = 10_000): SolanaNode {
  async function call(method: string, ...params: readonly unknown[]): Promise<unknown> {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(timeout),
    }).catch(() => {
      throw new Error(`${method}: The node cannot be reached.`);
    });
    const answer: unknown = await response.json().catch(() => undefined);
    if (isObject(answer) && answer.result !== undefined) return answer.result;
    throw new Error(`${method}: ${read(answer, 'error', 'message') ?? `The node returned ${response.status}.`}`);
  }

  return {
    genesis: async () => String(await call('getGenesisHash')),
    async latestBlock() {
      const found = await call('getLatestBlockhash', confirmed);
      const hash = String(read(found, 'value', 'blockhash'));
      return { hash, lastHeight: BigInt(numberAt(found, 'value', 'lastValidBlockHeight')) };
    },
    isRecent: async (hash) => read(await call('isBlockhashValid', hash, confirmed), 'value') === true,
    height: async (commitment) => BigInt(numberAt(await call('getBlockHeight', { commitment }))),
    lamports: async (address) => numberAt(await call('getBalance', address, confirmed), 'value'),
    async account(address) {
      const found = await call('getAccountInfo', address, { encoding: 'base64', ...confirmed });
      const [owner, data] = [read(found, 'value', 'owner'), read(found, 'value', 'data', 0)];
      if (typeof owner !== 'string' || typeof data !== 'string') return undefined;
      return { owner, data: Buffer.from(data, 'base64') };
    },
    async statuses(signatures) {
      const found = read(await call('getSignatureStatuses', signatures, { searchTransactionHistory: true }), 'value');
      return signatures.map((_, index) => statusOf(read(found, index)));
    },
    async simulate(wire) {
      const options = { encoding: 'base64', sigVerify: true, ...confirmed };
      return reasonOf(read(await call('simulateTransaction', wire, options), 'value'));
    },
    async send(wire) {
      // It was simulated before. A preflight could refuse it at a node that has not seen its block yet.
      await call('sendTransaction', wire, { encoding: 'base64', skipPreflight: true });
    },
  };
}

function numberAt(value: unknown, ...path: readonly (string | number)[]): number {
  const found = read(value, ...path);
  if (typeof found === 'number') return found;
  throw new Error(`The node returned ${JSON.stringify(value)?.slice(0, 200)} where a number was expected.`);
}

function statusOf(value: unknown): Status | undefined {
  if (!isObject(value)) return undefined;
  const { err = null, confirmations, confirmationStatus: level } = value;
  return {
    err,
    confirmations: typeof confirmations === 'number' ? confirmations : null,
    isConfirmed: level === 'confirmed' || level === 'finalized',
  };
}

/** The error of a simulation: the message of the program where it logged one. */
function reasonOf(value: unknown): string | undefined {
  const err = read(value, 'err');
  if (err === null || err === undefined) return undefined;
  const logs = read(value, 'logs');
  const [, said] = /^Program log: Error: (.*)$/m.exec(Array.isArray(logs) ? logs.join('\n') : '') ?? [];
  return said ?? (typeof err === 'string' ? err : JSON.stringify(err));
}
