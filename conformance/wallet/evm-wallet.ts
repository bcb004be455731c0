import { randomBytes } from 'node:crypto';
import { transferTypes } from '@tollwright/runtime/payment/typed-data';
import { hashTypedData, isAddress } from 'viem';
import { NotTestable } from '../check/interruption.ts';
import type { PaymentDomain, PaymentProfile } from '../contract/contract.ts';
import { createEvmKey } from './evm-key.ts';
import type { Hex } from './hex.ts';
import { chainOf } from './networks.ts';
import type { SpendTracker } from './spend-tracker.ts';
import type { Authorization, SignedAuthorization, Wallet } from './wallet.ts';

/** Seconds before now at which an authorization becomes valid, as in the official clients: clocks differ. */
const backdate = 600;

/** A well-formed signature that no key has made. */
const fakeSignature: Hex = `0x${'1b'.repeat(65)}`;

/**
 * Creates a wallet that signs exact payments on EVM networks.
 *
 * The EIP-712 domain is the spec's, never the target's: otherwise a wrong domain of the target would go unnoticed.
 * Wallets without funds need no `spending`. `signed` is called with every signature, so that reports can redact it.
 */
export function createEvmWallet(
  key: Hex,
  profile: PaymentProfile | undefined,
  spending?: SpendTracker,
  signed: (secret: string) => void = () => {},
): Wallet<SignedAuthorization> {
  const account = createEvmKey(key);

  return {
    address: account.address,
    async sign(offer, now, departure = {}) {
      const chain = chainOf(offer.network);
      const domain = profile && domainOn(profile, offer.network);
      const { evm, solana, unsigned = false } = departure;
      if (!chain || !domain || solana)
        throw new NotTestable(`This wallet cannot sign payments on ${String(offer.network)}.`);
      const window = Number(offer.maxTimeoutSeconds) || profile.window;
      const authorization: Authorization = {
        from: addressOf(departure.payer ?? account.address),
        to: addressOf(departure.payTo ?? offer.payTo),
        value: String(departure.amount ?? offer.amount),
        validAfter: String(evm?.validAfter ?? now - backdate),
        validBefore: String(evm?.validBefore ?? now + window),
        nonce: evm?.nonce ?? `0x${randomBytes(32).toString('hex')}`,
      };
      const value = BigInt(authorization.value);
      spending?.reserve(authorization.nonce, value, authorization.from);

      const signature = unsigned
        ? fakeSignature
        : account.sign(
            hashTypedData({
              domain: {
                name: domain.name,
                version: domain.version,
                chainId: Number(chain),
                verifyingContract: lowerCase(addressOf(departure.asset ?? domain.verifyingContract ?? offer.asset)),
                ...evm?.domain,
              },
              types: transferTypes,
              primaryType: 'TransferWithAuthorization',
              message: {
                from: authorization.from,
                to: lowerCase(authorization.to),
                nonce: authorization.nonce,
                value,
                validAfter: BigInt(authorization.validAfter),
                validBefore: BigInt(authorization.validBefore),
              },
            }),
          );
      signed(signature);
      return {
        x402Version: profile.version,
        accepted: { ...offer, ...departure.accepted },
        payload: { signature, authorization },
      };
    },
  };
}

/** The domain of a network in the spec; the host's own for unknown networks. */
function domainOn({ domain, also = [] }: PaymentProfile, network: unknown): PaymentDomain | undefined {
  return also.find((other) => other.network === network)?.domain ?? domain;
}

function addressOf(value: unknown): Hex {
  if (typeof value === 'string' && isAddress(value, { strict: false })) return value;
  throw new NotTestable(`The offer cannot be signed: expected an EVM address, got ${JSON.stringify(value)}.`);
}

/** The address in lower case: mixed case is a checksum to the signer, and offers may differ in it. */
function lowerCase(address: Hex): Hex {
  return `0x${address.slice(2).toLowerCase()}`;
}
