import { randomBytes } from 'node:crypto';
import { isSolana, type Offer } from '../payment/offer.ts';
import { writeTransfer } from '../payment/svm/transfer.ts';
import { PaymentRefused } from './failures.ts';

/** Who pays on Solana. The key stays with `signMessage`, which may be a remote signer. */
export interface SolanaWallet {
  /** In base58. */
  readonly address: string;
  /** Signs the message of a transaction by Ed25519: 64 bytes. */
  signMessage(message: Uint8Array): Promise<Uint8Array> | Uint8Array;
  /** The hash of a recent block, for challenges that name none. */
  recentBlockhash?(): Promise<string>;
}

/** What the client reads of an offer besides its terms. */
type Extra = Readonly<Partial<Record<'feePayer' | 'recentBlockhash' | 'memo', string>>>;

/** Bytes of a memo that official clients take from a gateway. */
const longestMemo = 256;

/** Signs the transfer that an offer asks for, and nothing else: the gateway chooses whom it pays, and words beside it. */
export async function signTransfer(
  wallet: SolanaWallet,
  offer: Offer,
  decimals: number,
): Promise<{ readonly transaction: string }> {
  const { address } = wallet;
  if (!isSolana(offer)) throw new TypeError(`The client cannot sign for the network ${offer.network}.`);
  const { feePayer = '', recentBlockhash, memo = randomBytes(16).toString('hex') }: Extra = offer.extra;
  // The fee is not part of what the call costs.
  if (feePayer === address) throw new PaymentRefused('fee payer', 'not the wallet', feePayer);
  if (Buffer.byteLength(memo) > longestMemo) throw new PaymentRefused('memo', `at most ${longestMemo} bytes`, memo);
  const blockhash = recentBlockhash ?? (await wallet.recentBlockhash?.());
  if (blockhash === undefined)
    throw new PaymentRefused('recent blockhash', 'one, since the wallet knows none', undefined);

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
  return { transaction: transaction.signed({ [address]: await wallet.signMessage(transaction.message) }) };
}
