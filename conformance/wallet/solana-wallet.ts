import { randomBytes } from 'node:crypto';
import { base58ToBin } from '@bitauth/libauth';
import { addressOfSecret, signWith } from '@tollwright/runtime/payment/svm/key';
import { loadSolana } from '@tollwright/runtime/payment/svm/load';
import { fieldsOf } from '../common/json.ts';
import type { PaymentProfile } from '../contract/contract.ts';
import { NotTestable } from '../http/interruption.ts';
import { networkKind } from './networks.ts';
import type { WalletTools } from './wallet-tools.ts';
import type { SignedTransaction, Wallet } from './wallet.ts';

/** Creates a wallet that signs exact payments on Solana. */
export function createSolanaWallet(
  secret: Uint8Array,
  profile: PaymentProfile | undefined,
  { spending, signed, recentBlock }: WalletTools = {},
): Wallet<SignedTransaction> {
  const address = addressOfSecret(secret) ?? '';

  return {
    address,
    async sign(offer, _now, departure = {}) {
      const { evm, solana, payer = address, unsigned = false } = departure;
      if (!profile || networkKind(offer.network) !== 'solana' || evm)
        throw new NotTestable('means', `This wallet cannot sign payments on ${String(offer.network)}.`);
      const { feePayer, recentBlockhash, memo } = fieldsOf(offer.extra);
      const amount = departure.amount ?? BigInt(String(offer.amount));
      const { writeTransfer } = await loadSolana(() => import('@tollwright/runtime/payment/svm/transfer'));
      const transaction = await writeTransfer({
        feePayer: addressIn(feePayer, 'fee payer'),
        payer,
        payTo: departure.payTo ?? addressIn(offer.payTo, 'payee'),
        mint: departure.asset ?? addressIn(offer.asset, 'token'),
        decimals: profile.decimals,
        amount,
        blockhash: solana?.blockhash ?? addressIn(recentBlockhash ?? (await recentBlock?.()), 'recent block hash'),
        memo: typeof memo === 'string' ? memo : randomBytes(16).toString('hex'),
        ...solana,
      });
      // Signatures do not change the identity of a transaction.
      const id = Buffer.from(transaction.message).toString('base64');
      spending?.reserve(id, amount, payer);
      const own = unsigned ? randomBytes(64) : signWith(secret, transaction.message);
      const payload = { transaction: transaction.signed({ [payer]: own }) };
      signed?.(payload.transaction);
      return { x402Version: profile.version, accepted: { ...offer, ...departure.accepted }, payload };
    },
  };
}

/** A value of an offer that is a Solana address, or has the form of one. */
function addressIn(value: unknown, what: string): string {
  const bytes = typeof value === 'string' ? base58ToBin(value) : undefined;
  if (typeof value === 'string' && typeof bytes === 'object' && bytes.length === 32) return value;
  throw new NotTestable(
    'unserved',
    `The offer cannot be signed: expected a Solana ${what}, got ${JSON.stringify(value)}.`,
  );
}
