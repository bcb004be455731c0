import type { Call, Reply } from '@tollwright/runtime/operation';
import { lookup } from '@tollwright/runtime/values';
import { rpcNetworks } from '#generated/catalogs/rpc-networks.ts';
import type { Handlers } from '#generated/handlers.ts';
import type { Tools } from '../../tools.ts';
import type { NodeCall } from '../../upstream/data-port.ts';
import { asking, occasionOf } from '../asking.ts';

/** Passes calls on to a node of the chain that the path names, by whatever name. */
export function callRpc(tools: Tools): Handlers['call-rpc'] {
  return (call) => answer(tools, call, String(lookup(rpcNetworks, call.params.network).chain));
}

/** Passes calls on to a node of Solana. */
export function callSolanaRpc(tools: Tools): Handlers['call-solana-rpc'] {
  return (call) => answer(tools, call, 'solana');
}

/** A batch is answered with a list, a single call with its answer alone. */
async function answer(tools: Tools, call: Call<NodeCall | readonly NodeCall[]>, chain: string): Promise<Reply> {
  const { request } = call;
  const calls = 'method' in request ? [request] : request;
  const answers = await asking(() => tools.upstream.callNode(chain, calls, occasionOf(call, tools)));
  return { status: 200, body: 'method' in request ? answers[0] : answers };
}
