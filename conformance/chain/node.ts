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
  if (!network.startsWith('eip155:'))
    throw new UsageError(`--rpc checks receipts on EVM networks, and ${host.id} is not paid on one.`);
  const id = await callNode(url, 'eth_chainId').catch((error) => {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  });
  const found = `eip155:${Number(id)}`;
  if (found !== network)
    throw new UsageError(`The node at --rpc is on ${found}, but ${host.id} is paid on ${network}.`);
}
