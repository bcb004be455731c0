import type { Call, Reply } from '@tollwright/runtime/operation/handler';
import { lookup } from '@tollwright/runtime/values/json';
import { rpcNetworks } from '#generated/catalogs/rpc-networks.ts';
import type { Handlers } from '#generated/handlers.ts';
import type { NodeCall } from '../../upstream/data-port.ts';
import { upstreamContextOf } from '../shared/call-upstream.ts';
import type { HandlerContext } from '../shared/context.ts';

/** Forwards JSON-RPC calls to a node of the chain that the path names, by any of its names. */
export function callRpc(context: HandlerContext): Handlers['call-rpc'] {
  return (call) => answer(context, call, String(lookup(rpcNetworks, call.params.network).chain));
}

/** Forwards JSON-RPC calls to a node of Solana. */
export function callSolanaRpc(context: HandlerContext): Handlers['call-solana-rpc'] {
  return (call) => answer(context, call, 'solana');
}

/** Responds to a batch with a list, to a single call with one result. */
async function answer(
  context: HandlerContext,
  call: Call<NodeCall | readonly NodeCall[]>,
  chain: string,
): Promise<Reply<never>> {
  const { request } = call;
  const calls = 'method' in request ? [request] : request;
  const answers = await context.upstream.callNode(chain, calls, upstreamContextOf(call, context));
  return { status: 200, relayed: 'method' in request ? answers[0] : answers };
}
