import { isObject } from '@tollwright/runtime/values';
import { request } from 'undici';
import { NotTestable } from '../check/interruption.ts';
import type { Contract } from '../contract/contract.ts';
import { parseJson } from '../http/events.ts';
import { UsageError } from '../usage/usage-error.ts';

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
  throw new NotTestable(`The node at --rpc must answer ${method}, but returned ${JSON.stringify(text.slice(0, 200))}.`);
}

/** Throws `UsageError` when a node cannot say what the payments of a host moved. */
export async function requireNode(url: string, { host }: Contract): Promise<void> {
  const network = host.payment?.network ?? '';
  if (host.payment?.domain?.verifyingContract !== undefined)
    throw new UsageError(`--rpc checks receipts of transfers, and ${host.id} settles in batches.`);
  const found = await chainOf(url, network).catch((error) => {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  });
  if (found === undefined)
    throw new UsageError(`--rpc checks receipts on EVM networks and Solana, and ${host.id} is paid on neither.`);
  if (found !== network)
    throw new UsageError(`The node at --rpc is on ${found}, but ${host.id} is paid on ${network}.`);
}

/** The CAIP-2 id of the chain of a node, where the network is of a kind whose nodes are known. */
async function chainOf(url: string, network: string): Promise<string | undefined> {
  if (network.startsWith('eip155:')) return `eip155:${Number(await callNode(url, 'eth_chainId'))}`;
  // Of the hash of its first block a chain of Solana is known by the first 32 characters.
  if (network.startsWith('solana:')) return `solana:${String(await callNode(url, 'getGenesisHash')).slice(0, 32)}`;
  return undefined;
}
