import type { PaymentDefinition } from '@tollwright/runtime/operation/host';
import type { Payment } from '@tollwright/runtime/operation/payment';
import type { Settler } from '@tollwright/runtime/payment/settler';
import { ledgerBlocks } from '@tollwright/runtime/payment/svm/blocks';
import { createVerifier } from '@tollwright/runtime/payment/verify';
import type { SolanaSettler } from '@tollwright/runtime/settle/solana';
import type { SolanaTampering, SolanaWallet } from '@tollwright/runtime/testing/solana-wallet';
import { createWallet, type Tampering } from '@tollwright/runtime/testing/wallet';
import { decodePayment } from '@tollwright/runtime/x402/header';
import { createOffers, withHints } from '@tollwright/runtime/x402/offer';
import type { Address, Hex, PrivateKeyAccount } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import type { Chain } from './chain.ts';

/** Wallet that the payments of tests pay. */
export const payee: Address = `0x${'40'.repeat(20)}`;

/** Fields that a payment of a test replaces. */
export interface Signing {
  readonly amount?: bigint;
  readonly payTo?: string;
  readonly tampering?: Tampering;
  /** Asked about signatures of contracts. */
  readonly settler?: Settler;
}

/** Signs a payment as a client does and verifies it as a gateway does; throws the reason of a refusal. */
export async function signPayment(
  chain: Pick<Chain, 'time'>,
  host: PaymentDefinition,
  account: PrivateKeyAccount,
  { amount = 1000n, payTo = payee, tampering, settler }: Signing = {},
): Promise<Payment> {
  const now = await chain.time();
  const [offer] = createOffers(host, payTo, amount);
  const sent = decodePayment(await createWallet(account).sign(offer as never, now, tampering), host.transport.payment);
  if (typeof sent === 'string') throw new Error(sent);
  const payment = await createVerifier(host, ledgerBlocks, settler)(sent, offer, now);
  if ('reason' in payment) throw new Error(payment.message);
  return payment;
}

/** Mines blocks until a promise settles. */
export async function mining<Result>(chain: Chain, work: Promise<Result>): Promise<Result> {
  let isDone = false;
  const end = work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await chain.mine();
    // Whatever the work waits for gets its turn.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return end;
}

/** Sends a call from a new account and returns the hash of its transaction. */
export async function sendFrom(chain: Chain, data: Hex, to: Address = chain.asset): Promise<unknown> {
  const other = privateKeyToAccount(generatePrivateKey());
  await chain.endow(other.address);
  const fees = { maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 10n ** 9n };
  const signed = await other.signTransaction({
    type: 'eip1559',
    chainId: Number(chain.network.replace('eip155:', '')),
    nonce: 0,
    to,
    data,
    gas: 500_000n,
    ...fees,
  });
  return chain.rpc('eth_sendRawTransaction', signed);
}

/** Fields that a payment of a test replaces. */
export interface SolanaSigning extends SolanaTampering {
  readonly amount?: bigint;
}

/** Signs a payment over a block of the settler and verifies it as a gateway does; throws the reason of a refusal. */
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
