import { x402Facilitator } from '@x402/core/facilitator';
import { toFacilitatorEvmSigner } from '@x402/evm';
import { ExactEvmScheme } from '@x402/evm/exact/facilitator';

/**
 * The official facilitator, whose chain answers at once and whose transactions do nothing: what is left is its own work.
 *
 * Every asset is a contract and every payer is none, as of wallets with a key; every transfer would succeed.
 */
export function createStubbedFacilitator({ network, asset }: { readonly network: string; readonly asset: string }) {
  const signer = toFacilitatorEvmSigner({
    address: `0x${'1'.repeat(40)}`,
    getCode: async ({ address }: { readonly address: string }) =>
      address.toLowerCase() === asset.toLowerCase() ? '0x60' : undefined,
    readContract: async () => true,
    // Its types ask for all of a client of viem, of which it calls these to verify.
  } as never);
  return new x402Facilitator().register(network as `eip155:${number}`, new ExactEvmScheme(signer));
}
