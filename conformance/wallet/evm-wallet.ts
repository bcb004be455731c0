import { randomBytes } from 'node:crypto';
import { createEvmKey } from '@tollwright/runtime/payment/evm/key';
import { domainSeparator, transferDigest } from '@tollwright/runtime/payment/evm/typed-data';
import type { PaymentProfile } from '../contract/contract.ts';
import { NotTestable } from '../http/interruption.ts';
import { domainOf, isAddress } from './domain.ts';
import type { Hex } from './keys.ts';
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
 * It signs under the EIP-712 domain that the offer names in `extra`, as every x402 client does; under the specification's
 * where the offer names none.
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
      const domain = profile && domainOf(profile, offer);
      const { evm, solana, unsigned = false } = departure;
      if (!chain || !domain || solana)
        throw new NotTestable('means', `This wallet cannot sign payments on ${String(offer.network)}.`);
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

      const separator = domainSeparator({
        name: domain.name,
        version: domain.version,
        verifyingContract: addressOf(departure.asset ?? domain.verifyingContract ?? offer.asset),
        ...evm?.domain,
        chainId: BigInt(evm?.domain?.chainId ?? chain),
      });
      const digest = transferDigest(separator, {
        from: authorization.from,
        to: authorization.to,
        nonce: authorization.nonce,
        value,
        validAfter: BigInt(authorization.validAfter),
        validBefore: BigInt(authorization.validBefore),
      });
      const own = unsigned ? fakeSignature : account.sign(digest);
      signed(own);
      const signature = evm?.wrapped ? wrapSignature(own) : own;
      return {
        x402Version: profile.version,
        accepted: { ...offer, ...departure.accepted },
        payload: { signature, authorization },
      };
    },
  };
}

function addressOf(value: unknown): Hex {
  if (isAddress(value)) return value;
  throw new NotTestable(
    'unserved',
    `The offer cannot be signed: expected an EVM address, got ${JSON.stringify(value)}.`,
  );
}

/** The end of a wrapped signature. */
const mark = '6492'.repeat(16);

/** A contract that exists on most networks, and creates contracts for anyone (deterministic deployment proxy). */
const factory = '4e59b44847b379578588920ca78fbf26c0b4956c';

/** Wraps a signature as EIP-6492 describes: `(address factory, bytes call, bytes signature)` and its mark. */
export function wrapSignature(signature: Hex): Hex {
  const inner = signature.slice(2);
  const word = (value: number | string) => value.toString(16).padStart(64, '0');
  const call = word(0);
  const heads = [word(factory), word(3 * 32), word(3 * 32 + call.length / 2)];
  const padded = inner.padEnd(Math.ceil(inner.length / 64) * 64, '0');
  return `0x${[...heads, call, word(inner.length / 2), padded, mark].join('')}`;
}
