import { transferTypes } from '@tollwright/runtime/payment/evm/typed-data';
import { hashTypedData, recoverAddress } from 'viem';
import type { Hex } from '../wallet/keys.ts';
import type { SignedAuthorization } from '../wallet/wallet.ts';

/** Signers by what was signed and the signature: checks send a payment many times, and recovering its signer takes milliseconds. */
const signers = new Map<string, Promise<Hex>>();

/** The address whose key signed an authorization under a domain. */
export async function signerOf(
  { authorization, signature }: SignedAuthorization,
  domain: {
    readonly name?: string;
    readonly version?: string;
    readonly chainId: number;
    readonly verifyingContract: Hex;
  },
): Promise<Hex> {
  const hash = hashTypedData({
    domain,
    types: transferTypes,
    primaryType: 'TransferWithAuthorization',
    message: {
      ...authorization,
      value: BigInt(authorization.value),
      validAfter: BigInt(authorization.validAfter),
      validBefore: BigInt(authorization.validBefore),
    },
  });
  const key = `${hash} ${signature}`;
  const signer = signers.get(key) ?? recoverAddress({ hash, signature });
  signers.set(key, signer);
  return signer;
}
