import { transferTypes } from '@tollwright/runtime/payment/typed-data';
import { recoverTypedDataAddress } from 'viem';
import type { Hex } from '../wallet/hex.ts';
import type { SignedAuthorization } from '../wallet/wallet.ts';

/** The address whose key signed an authorization under a domain. */
export function signerOf(
  { authorization, signature }: SignedAuthorization,
  domain: {
    readonly name?: string;
    readonly version?: string;
    readonly chainId: number;
    readonly verifyingContract: Hex;
  },
): Promise<Hex> {
  return recoverTypedDataAddress({
    domain,
    types: transferTypes,
    primaryType: 'TransferWithAuthorization',
    message: {
      ...authorization,
      value: BigInt(authorization.value),
      validAfter: BigInt(authorization.validAfter),
      validBefore: BigInt(authorization.validBefore),
    },
    signature,
  });
}
