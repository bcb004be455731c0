import { writeTransfer } from '../payment/svm/transfer.ts';
import { randomHex } from '../values/encoding.ts';
import { isSolana, type Offer } from '../x402/offer.ts';
import { PaymentRefused } from './failures.ts';
import type { PayingWallet } from './wallet.ts';

/** A signer on Solana. The key stays with `signMessage`, which may be a remote signer. */
export interface SolanaSigner {
  /** In base58. */
  readonly address: string;
  /** Signs the message of a transaction by Ed25519: 64 bytes. */
  signMessage(message: Uint8Array): Promise<Uint8Array> | Uint8Array;
  /** The hash of a recent block, for challenges without one. */
  recentBlockhash?(): Promise<string>;
}

/** Fields of an offer that the client reads besides its terms. */
type Extra = Readonly<Partial<Record<'feePayer' | 'recentBlockhash' | 'memo', string>>>;

/** Bytes of a memo that official clients accept from a gateway. */
const maxMemoBytes = 256;

/** Makes a wallet that pays on Solana. Its packages are not loaded by clients that pay on EVM networks. */
export function solanaWallet(signer: SolanaSigner): PayingWallet {
  return { address: signer.address, pay: (offer, { decimals }) => signTransfer(signer, offer, decimals) };
}

/** Signs the transfer of an offer, and nothing else. The gateway chooses only the payee and a memo. */
async function signTransfer(
  signer: SolanaSigner,
  offer: Offer,
  decimals: number,
): Promise<{ readonly transaction: string }> {
  const { address } = signer;
  if (!isSolana(offer)) throw new TypeError(`The wallet cannot sign for the network ${offer.network}.`);
  const { feePayer = '', recentBlockhash, memo = randomHex(16) }: Extra = offer.extra;
  // The fee is not part of what the call costs.
  if (feePayer === address) throw new PaymentRefused('fee payer', 'not the wallet', feePayer);
  const memoBytes = new TextEncoder().encode(memo).length;
  if (memoBytes > maxMemoBytes) throw new PaymentRefused('memo', `at most ${maxMemoBytes} bytes`, memo);
  const blockhash = recentBlockhash ?? (await signer.recentBlockhash?.());
  if (blockhash === undefined) {
    throw new PaymentRefused('recent blockhash', 'present, since the wallet has none', undefined);
  }

  const transaction = await writeTransfer({
    feePayer,
    payer: address,
    payTo: offer.payTo,
    mint: offer.asset,
    decimals,
    amount: BigInt(offer.amount),
    blockhash,
    memo,
  });
  return { transaction: transaction.signed({ [address]: await signer.signMessage(transaction.message) }) };
}
