import { createEvmKey } from '../payment/evm/key.ts';
import { domainSeparator, transferDigest } from '../payment/evm/typed-data.ts';
import type { EvmWallet } from './wallet.ts';

/** Makes a wallet from a private key in Node: 64 hexadecimal digits after `0x`. */
export function keyWallet(privateKey: string): EvmWallet {
  const key = createEvmKey(privateKey);
  return {
    address: key.address,
    async sign({ domain, message }) {
      const separator = domainSeparator({ ...domain, chainId: BigInt(domain.chainId) });
      return key.sign(transferDigest(separator, message));
    },
  };
}
