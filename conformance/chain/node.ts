import { setTimeout as pause } from 'node:timers/promises';
import { isObject } from '@tollwright/runtime/values/json';
import { request } from 'undici';
import { UsageError } from '../common/usage-error.ts';
import type { Contract } from '../contract/contract.ts';
import { parseJson } from '../http/events.ts';
import { NotTestable } from '../http/interruption.ts';

/** The chain that a target settles on, as a node knows it. */
export interface Chain {
  /** URL of the node. */
  readonly url: string;
  /** CAIP-2 id. */
  readonly network: string;
  /** Milliseconds to wait for a transaction that is not on the chain yet. */
  readonly patience: number;
  /** Where payments settle in batches: the newest block before the first payment. */
  readonly start?: bigint;
}

/** Timeout of the node, in milliseconds. */
const timeout = 10_000;

/** Calls a method of a node's JSON-RPC; throws `NotTestable` when it has no result. */
export async function callNode(url: string, method: string, ...params: readonly unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const signal = AbortSignal.timeout(timeout);
  const response = request(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body, signal });
  const text = await response.then(({ body: sent }) => sent.text()).catch(String);
  const answer = parseJson(text);
  if (isObject(answer) && answer.result !== undefined) return answer.result;
  throw new NotTestable(
    'means',
    `The node at --rpc must answer ${method}, but returned ${JSON.stringify(text.slice(0, 200))}.`,
  );
}

/** Milliseconds that the chain is waited for by default: nodes hear of a transaction late, and batches take their time. */
const patienceFor = { transaction: 5000, batch: 60_000 };

/** Opens the chain of a node; throws `UsageError` when the payments of a host do not move on it. */
export async function openChain(url: string, { host }: Contract, patience?: number): Promise<Chain> {
  const { network = '', domain, also = [] } = host.payment ?? {};
  try {
    const found = await chainOf(url, network);
    if (found === undefined)
      throw new UsageError(`--rpc checks receipts on EVM networks and Solana, and ${host.id} is paid on neither.`);
    const networks = [network, ...also.map((each) => each.network)];
    if (!networks.includes(found))
      throw new UsageError(`The node at --rpc is on ${found}, but ${host.id} is paid on ${networks.join(' or ')}.`);
    const chain = { url, network: found };
    if (domain?.verifyingContract === undefined) return { ...chain, patience: patience ?? patienceFor.transaction };
    return { ...chain, patience: patience ?? patienceFor.batch, start: await newestBlock(url) };
  } catch (error) {
    throw error instanceof NotTestable ? new UsageError(error.message) : error;
  }
}

/** Number of the newest block of an EVM chain. */
export async function newestBlock(url: string): Promise<bigint> {
  return BigInt(String(await callNode(url, 'eth_blockNumber')));
}

/** The CAIP-2 id of the chain of a node, where the network is of a kind whose nodes are known. */
async function chainOf(url: string, network: string): Promise<string | undefined> {
  if (network.startsWith('eip155:')) return `eip155:${Number(await callNode(url, 'eth_chainId'))}`;
  // Of the hash of its first block a chain of Solana is known by the first 32 characters.
  if (network.startsWith('solana:')) return `solana:${String(await callNode(url, 'getGenesisHash')).slice(0, 32)}`;
  return undefined;
}

/** Milliseconds. */
const betweenLooks = 500;

/** The receipt of a transaction. The node may see it a few blocks later than the deployment; null if it never does. */
export async function receiptOf({ url, patience }: Chain, method: string, ...params: readonly unknown[]) {
  return lookUntil(
    patience,
    () => callNode(url, method, ...params),
    (receipt) => receipt !== null,
  );
}

/** Looks until `isDone` accepts the result or the time is over; returns the last result. */
export async function lookUntil<Found>(
  patience: number,
  look: () => Promise<Found>,
  isDone: (found: Found) => boolean,
): Promise<Found> {
  const end = performance.now() + patience;
  for (;;) {
    const found = await look();
    if (isDone(found) || performance.now() >= end) return found;
    await pause(betweenLooks);
  }
}
