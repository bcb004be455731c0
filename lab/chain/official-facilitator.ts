/** The unmodified official facilitator on a local chain, with its own account. */

import { x402Facilitator } from '@x402/core/facilitator';
import { toFacilitatorEvmSigner } from '@x402/evm';
import { ExactEvmScheme } from '@x402/evm/exact/facilitator';
import { createWalletClient, http, publicActions } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { base } from 'viem/chains';
import type { Chain } from './chain.ts';

/** Creates the facilitator of Base; `poll` is in milliseconds. */
export async function createOfficialFacilitator(chain: Chain, poll = 20): Promise<x402Facilitator> {
  const account = privateKeyToAccount(generatePrivateKey());
  await chain.endow(account.address);
  const transport = http(chain.url);
  const client = createWalletClient({ account, chain: base, transport, pollingInterval: poll }).extend(publicActions);
  // Its own types ask for looser ones than those of viem, whose client its documentation passes.
  const signer = toFacilitatorEvmSigner({ ...client, address: account.address } as never);
  return new x402Facilitator().register(`eip155:${base.id}`, new ExactEvmScheme(signer));
}

/** Serves a facilitator as its documentation does. */
export function serveOfficial(facilitator: x402Facilitator): (request: Request) => Promise<Response> {
  return async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/supported') return Response.json(facilitator.getSupported());
    const { paymentPayload, paymentRequirements } = Object(await request.json());
    if (pathname === '/verify') return Response.json(await facilitator.verify(paymentPayload, paymentRequirements));
    return Response.json(await facilitator.settle(paymentPayload, paymentRequirements));
  };
}
