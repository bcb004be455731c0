import { addressOfSecret, randomSecret, signWith } from '../payment/svm/key.ts';
import { type TransferOrder, writeTransfer } from '../payment/svm/transfer.ts';
import { fieldsAt, textAt } from './read.ts';

/** Changes that make a payment dishonest. */
export interface SolanaTampering {
  readonly accepted?: Readonly<Record<string, unknown>>;
  readonly order?: Partial<TransferOrder>;
  /** Changes the signature after it was made. */
  readonly signature?: (signature: Uint8Array) => Uint8Array;
  /** Changes the transaction after it was signed. */
  readonly transaction?: (base64: string) => string;
}

/** A wallet on Solana that signs what a challenge asks for. */
export interface SolanaWallet {
  readonly address: string;
  /** The header that pays for the first offer of a challenge. */
  pay(challenge: unknown, tampering?: SolanaTampering): Promise<string>;
}

/** Creates a wallet of a secret key, by default one of its own. */
export function createSolanaWallet(secret = randomSecret()): SolanaWallet {
  const address = addressOfSecret(secret) ?? '';
  return {
    address,
    async pay(challenge, { accepted, order, signature, transaction }: SolanaTampering = {}) {
      const offer = fieldsAt(challenge, 'accepts', 0);
      const unsigned = await writeTransfer({
        feePayer: textAt(offer, 'extra', 'feePayer'),
        payer: address,
        payTo: textAt(offer, 'payTo'),
        mint: textAt(offer, 'asset'),
        decimals: 6,
        amount: BigInt(textAt(offer, 'amount')),
        blockhash: textAt(offer, 'extra', 'recentBlockhash'),
        memo: Buffer.from(randomSecret().subarray(0, 16)).toString('hex'),
        ...order,
      });
      const own = signWith(secret, unsigned.message);
      const signed = unsigned.signed({ [order?.payer ?? address]: signature?.(own) ?? own });
      const payload = { transaction: transaction?.(signed) ?? signed };
      return Buffer.from(JSON.stringify({ x402Version: 2, accepted: { ...offer, ...accepted }, payload })).toString(
        'base64',
      );
    },
  };
}
