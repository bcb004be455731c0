import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { transferTypes } from '../payment/evm/typed-data.ts';
import { at } from './read.ts';

/** Changes that make a payment dishonest. */
export interface Tampering {
  readonly accepted?: Readonly<Record<string, unknown>>;
  readonly authorization?: Readonly<Record<string, unknown>>;
  readonly domain?: Readonly<Record<string, unknown>>;
  /** Changes the signature after it was made. */
  readonly signature?: (signature: string) => string;
}

/** A wallet that signs what a challenge asks for, with an implementation that is not ours. */
export interface Wallet {
  readonly address: string;
  /** The header that pays for an offer; `now` is in unix seconds. */
  sign(offer: TestOffer, now: number, tampering?: Tampering): Promise<string>;
}

/** An entry of `accepts`, as a client reads it. */
export interface TestOffer {
  readonly scheme: string;
  readonly network: string;
  readonly amount: string;
  readonly asset: `0x${string}`;
  readonly payTo: `0x${string}`;
  readonly maxTimeoutSeconds: number;
  readonly extra: { readonly name: string; readonly version: string };
}

/** Creates a wallet with a key of its own. */
export function createWallet(account: PrivateKeyAccount = privateKeyToAccount(generatePrivateKey())): Wallet {
  return {
    address: account.address.toLowerCase(),
    async sign(offer, now, tampering = {}) {
      const message = {
        from: account.address,
        to: offer.payTo,
        value: offer.amount,
        validAfter: String(now - 600),
        validBefore: String(now + offer.maxTimeoutSeconds),
        // The key generator is a source of 32 random bytes.
        nonce: generatePrivateKey(),
        ...tampering.authorization,
      };
      const domain = {
        ...offer.extra,
        chainId: Number(offer.network.split(':')[1]),
        verifyingContract: offer.asset,
        ...tampering.domain,
      };
      const signature = await account.signTypedData({
        domain,
        types: transferTypes,
        primaryType: 'TransferWithAuthorization',
        message: {
          ...message,
          value: BigInt(message.value),
          validAfter: BigInt(message.validAfter),
          validBefore: BigInt(message.validBefore),
        },
      });
      const payload = { authorization: message, signature: tampering.signature?.(signature) ?? signature };
      const accepted = { ...offer, ...tampering.accepted };
      return Buffer.from(JSON.stringify({ x402Version: 2, accepted, payload })).toString('base64');
    },
  };
}

/** The first offer of a challenge; throws where there is none that can be signed. */
export function offerIn(challenge: unknown): TestOffer {
  const offer = at(challenge, 'accepts', 0);
  if (isOffer(offer)) return offer;
  throw new Error(`There is no offer in ${JSON.stringify(challenge)}.`);
}

function isOffer(value: unknown): value is TestOffer {
  const texts = [['scheme'], ['network'], ['amount'], ['asset'], ['payTo'], ['extra', 'name'], ['extra', 'version']];
  return (
    texts.every((path) => typeof at(value, ...path) === 'string') && typeof at(value, 'maxTimeoutSeconds') === 'number'
  );
}
