import type { PaymentDefinition } from '@tollwright/runtime/operation/host';
import type { Payment } from '@tollwright/runtime/operation/payment';
import { createVerifier } from '@tollwright/runtime/payment/verify';
import type { SolanaSettler } from '@tollwright/runtime/settle/solana';
import type { SolanaTampering, SolanaWallet } from '@tollwright/runtime/testing/solana-wallet';
import { decodePayment } from '@tollwright/runtime/x402/header';
import { createOffers, withHints } from '@tollwright/runtime/x402/offer';

/** Fields that a payment of a test replaces. */
export interface SolanaSigning extends SolanaTampering {
  readonly amount?: bigint;
}

/** Signs a payment over a block of the settler as a client does and verifies it as a gateway does; throws why it is refused. */
export async function signSolana(
  { feePayer, blocks }: Pick<SolanaSettler, 'feePayer' | 'blocks'>,
  host: PaymentDefinition,
  payTo: string,
  wallet: SolanaWallet,
  { amount = 1000n, ...tampering }: SolanaSigning = {},
): Promise<Payment> {
  const now = Math.floor(Date.now() / 1000);
  const offers = createOffers({ ...host, feePayer }, payTo, amount);
  const accepts = withHints(offers, () => blocks.latest(now));
  const sent = decodePayment(await wallet.pay({ accepts }, tampering), host.transport.payment);
  if (typeof sent === 'string') throw new Error(sent);
  const payment = await createVerifier(host, blocks)(sent, offers[0], now);
  if ('reason' in payment) throw new Error(payment.message);
  return payment;
}
