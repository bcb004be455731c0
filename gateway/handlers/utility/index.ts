import { hash } from 'node:crypto';
import type { Call, Handler, Reply } from '@tollwright/runtime/operation/handler';
import { UpstreamFailure } from '@tollwright/runtime/upstream/failure';
import { lookup } from '@tollwright/runtime/values/json';
import { PaymentProblem } from '@tollwright/runtime/x402/refusal';
import { rpcNetworks } from '#generated/catalogs/rpc-networks.ts';
import type { Handlers } from '#generated/handlers.ts';
import type { NodeCall } from '../../upstream/data-port.ts';
import { parametersOf, readData, upstreamContextOf } from '../shared/call-upstream.ts';
import { type HandlerContext, orderOf } from '../shared/context.ts';

/** Handlers of DeFi and crypto data, nodes, swaps, the bridge and the on-ramp. */
export function utilityHandlers(context: HandlerContext) {
  return {
    'call-rpc': callRpc(context),
    'call-solana-rpc': callSolanaRpc(context),
    'call-swap': callSwap(context),
    'call-swap-post': callSwap(context),
    'create-onramp-token': createOnrampToken(context),
    'fund-venue-a-account': fundVenueAAccount(context),
    'get-crypto-data': getCryptoData(context),
    'get-defi-prices': readData(context, { source: 'defi', resource: 'prices' }),
    'get-defi-protocol': readData(context, { source: 'defi', resource: 'protocol' }),
    'get-onchain-schema': readData(context, { source: 'crypto', resource: 'onchain/schema' }),
    'list-defi-chains': readData(context, { source: 'defi', resource: 'chains' }),
    'list-defi-protocols': readData(context, { source: 'defi', resource: 'protocols' }),
    'list-defi-yields': readData(context, { source: 'defi', resource: 'yields' }),
    'run-onchain-query': readData(context, { source: 'crypto', resource: 'onchain/query' }),
    'run-onchain-sql': readData(context, { source: 'crypto', resource: 'onchain/sql' }),
  };
}

/** Forwards JSON-RPC calls to a node of the chain that the path names, by any of its names. */
function callRpc(context: HandlerContext): Handlers['call-rpc'] {
  return (call) => answer(context, call, String(lookup(rpcNetworks, call.params.network).chain));
}

/** Forwards JSON-RPC calls to a node of Solana. */
function callSolanaRpc(context: HandlerContext): Handlers['call-solana-rpc'] {
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

/** Forwards a call to the swap service, and its refusal to the caller. */
function callSwap(context: HandlerContext): Handler<unknown, unknown, { readonly path: string }> {
  return (call) => passOn(context, call);
}

async function passOn(context: HandlerContext, call: Call<unknown, unknown, { readonly path: string }>) {
  try {
    const request = { source: 'swap', resource: call.params.path, parameters: parametersOf(call) } as const;
    return { status: 200, body: await context.upstream.readData(request, upstreamContextOf(call, context)) };
  } catch (failure) {
    const refused = failure instanceof UpstreamFailure && failure.kind === 'rejected';
    if (!refused) throw failure;
    return { status: failure.detail.status ?? 400, body: { error: failure.message } };
  }
}

/** Creates a link to buy crypto for the wallet that signed; the signature pays for nothing. */
function createOnrampToken(context: HandlerContext): Handlers['create-onramp-token'] {
  return async (call) => {
    if (call.payer === undefined) throw new PaymentProblem('missing');
    const request = { source: 'onramp', resource: 'token', parameters: { address: call.payer } } as const;
    return {
      status: 200,
      relayed: await context.upstream.readData(request, upstreamContextOf(call, context)),
    };
  };
}

/** Sends a deposit over the bridge, to the account of the payer by default. */
export function fundVenueAAccount(context: HandlerContext): Handlers['fund-venue-a-account'] {
  return async (call) => {
    const { amount, address = call.payer } = call.request;
    // A request that is repeated after a crash has the same claim, and with it the same deposit.
    const id = `deposit_${hash('sha256', orderOf(call).claim).slice(0, 32)}`;
    const parameters = { amount, address };
    const request = { source: 'bridge', resource: 'deposit', venue: 'a', parameters, id } as const;
    return {
      status: 200,
      relayed: await context.upstream.readData(request, upstreamContextOf(call, context)),
    };
  };
}

/** Forwards a call to the endpoint of the partner that the rest of the path names. */
function getCryptoData(context: HandlerContext): Handlers['get-crypto-data'] {
  return async (call) => {
    const request = { source: 'crypto', resource: call.params.path, parameters: parametersOf(call) } as const;
    return {
      status: 200,
      relayed: await context.upstream.readData(request, upstreamContextOf(call, context)),
    };
  };
}
