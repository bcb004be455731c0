/** Nodes that speak JSON-RPC 2.0 over HTTP. */

import type { Reply } from '../operation/handler.ts';
import { isObject } from '../values/json.ts';
import { obey } from './direct.ts';
import { stringifyExact } from './exact-json.ts';
import { UpstreamFailure } from './failure.ts';
import type { Provider, UpstreamCall } from './provider.ts';
import { readJson } from './read.ts';
import { incomplete } from './reported-error.ts';

/** A call of a node. */
export interface RpcCall {
  readonly method: string;
  readonly params?: unknown;
  readonly id?: unknown;
}

/** Calls nodes of one chain: one method, or a batch. */
export type JsonRpc = (call: UpstreamCall, request: RpcCall | readonly RpcCall[]) => Promise<Reply<never>>;

/**
 * Serves each call at the first node that answers it.
 *
 * An error that a node reports for a method is an answer. An error for the whole call, which has no id, is a failure, and
 * so is one that says that the node accepts no more calls.
 */
export function jsonRpc(nodes: readonly Provider[], path = ''): JsonRpc {
  return async (call, request) => {
    const direction = await obey(call.scripted(), call.signal);
    if (direction?.outcome === 'cut') throw incomplete();
    let failure = new UpstreamFailure('unconfigured', 'No node is configured for this chain.');
    for (const node of nodes) {
      try {
        return { status: 200, relayed: await ask(node, path, call, request) };
      } catch (error) {
        if (!(error instanceof UpstreamFailure) || call.signal.aborted) throw error;
        failure = error;
      }
    }
    throw failure;
  };
}

async function ask(
  node: Provider,
  path: string,
  call: UpstreamCall,
  request: RpcCall | readonly RpcCall[],
): Promise<unknown> {
  // Nodes get ids of our own, since two calls of a batch may share an id, and a call may have none.
  const calls = [request].flat().map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }));
  const isBatch = Array.isArray(request);
  const { headers, body } = await node.send(call, {
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json' },
    body: stringifyExact(isBatch ? calls : calls[0], call.bytes),
  });
  const sent = [await readJson(body, headers['content-type'])].flat().filter(isObject);
  const answers = [request].flat().map(({ id = null }, index) => {
    // Some nodes write the id of an answer as a text.
    const answer = sent.find((each) => String(each.id) === String(index));
    if (!answer || !('result' in answer || isObject(answer.error))) throw incomplete();
    if (isObject(answer.error)) refuseOverload(answer.error);
    return { ...answer, id };
  });
  return isBatch ? answers : answers[0];
}

/** Matches messages of nodes that accept no more calls now. Such a call is not charged. */
const overload =
  /too many requests|rate.?limit|request limit|request count exceeded|compute units per second|capacity/i;

/** Throws for an error of a method that is about the node itself. */
function refuseOverload({ code, message }: Readonly<Record<string, unknown>>): void {
  if (code === 429 || (typeof message === 'string' && overload.test(message)))
    throw new UpstreamFailure('capacity', 'The node has no capacity left.');
}
