import { randomBytes } from 'node:crypto';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';

/** One of the `accepts` of a challenge. */
export interface Offer {
  readonly network: string;
  readonly asset: `0x${string}`;
  readonly amount: string;
  readonly payTo: `0x${string}`;
  readonly maxTimeoutSeconds: number;
  readonly extra: { readonly name: string; readonly version: string };
}

/** A wallet that signs payments. */
export interface Payer {
  /** Lower-case. */
  readonly address: string;
  /** Signs a fresh authorization for an offer; the value of `PAYMENT-SIGNATURE`. `now` is in unix seconds. */
  sign(offer: Offer, now: number): Promise<string>;
}

const types = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const;

/** Makes a wallet with a key of its own. */
export function createPayer(): Payer {
  const account = privateKeyToAccount(generatePrivateKey());
  return {
    address: account.address.toLowerCase(),
    async sign(offer, now) {
      const authorization = {
        from: account.address,
        to: offer.payTo,
        value: BigInt(offer.amount),
        validAfter: BigInt(now - 60),
        validBefore: BigInt(now + offer.maxTimeoutSeconds),
        nonce: `0x${randomBytes(32).toString('hex')}`,
      } as const;
      const signature = await account.signTypedData({
        domain: { ...offer.extra, chainId: Number(offer.network.split(':')[1]), verifyingContract: offer.asset },
        types,
        primaryType: 'TransferWithAuthorization',
        message: authorization,
      });
      const payload = { x402Version: 2, accepted: offer, payload: { signature, authorization } };
      const text = JSON.stringify(payload, (_, value) => (typeof value === 'bigint' ? String(value) : value));
      return Buffer.from(text).toString('base64');
    },
  };
}
