import { address } from '@solana/addresses';
import { getTransactionDecoder } from '@solana/transactions';
import { isSignedBy, secretOf } from '@tollwright/runtime/payment/svm/key';
import { describe, expect, test, vi } from 'vitest';
import type { PaymentProfile } from '../contract/contract.ts';
import { CapReached, NotTestable } from '../http/interruption.ts';
import { contractTransport } from '../testing/transport.ts';
import { Budget } from './budget.ts';
import { addressOf, randomKey } from './keys.ts';
import { createSolanaWallet } from './solana-wallet.ts';
import { SpendTracker } from './spend-tracker.ts';
import { encodePayment, paymentId } from './wallet.ts';

const network = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';
const asset = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
/** A blockhash has as many bytes as an address. */
const unknownBlock = () => addressOf(randomKey('solana'));

const payTo = addressOf(randomKey('solana'));
const profile: PaymentProfile = {
  version: 2,
  scheme: 'exact',
  network,
  networkStatus: 'stated',
  asset,
  decimals: 6,
  window: 60,
  transport: contractTransport,
  windowStatus: 'stated',
};
const offer = { network, asset, payTo, amount: '5', extra: { feePayer: payTo, recentBlockhash: unknownBlock() } };

const key = randomKey('solana');
const wallet = (spending?: SpendTracker) =>
  createSolanaWallet(secretOf(key) ?? new Uint8Array(), profile, { spending });

function read(transaction: string) {
  const { messageBytes, signatures } = getTransactionDecoder().decode(Buffer.from(transaction, 'base64'));
  return { message: Uint8Array.from(messageBytes), signatures };
}

describe('a Solana wallet', () => {
  test('signs for itself and leaves the signature of the fee payer open', async () => {
    const { payload } = await wallet().sign(offer, 0);
    const { message, signatures } = read(payload.transaction);
    const own = signatures[address(addressOf(key))];
    expect(signatures[address(payTo)]).toBeNull();
    expect(own && isSignedBy(addressOf(key), message, own)).toBe(true);
  });

  test('never signs the same transaction twice, and identifies each by its message', async () => {
    const [one, other] = await Promise.all([wallet().sign(offer, 0), wallet().sign(offer, 0)]);
    expect(paymentId(one)).not.toBe(paymentId(other));
    expect(paymentId(one)).toBe(Buffer.from(read(one.payload.transaction).message).toString('base64'));
  });

  test('requests a recent block hash where the offer has none', async () => {
    const recentBlock = vi.fn(async () => unknownBlock());
    const asking = createSolanaWallet(secretOf(key) ?? new Uint8Array(), profile, { recentBlock });
    await asking.sign(offer, 0);
    expect(recentBlock).not.toHaveBeenCalled();
    await asking.sign({ ...offer, extra: { feePayer: payTo } }, 0);
    expect(recentBlock).toHaveBeenCalledOnce();
  });

  test('applies changes to the offer', async () => {
    const debited = addressOf(randomKey('solana'));
    const { payload } = await wallet().sign(offer, 0, { payer: debited, unsigned: true });
    const { message, signatures } = read(payload.transaction);
    const made = signatures[address(debited)];
    expect(made && isSignedBy(debited, message, made)).toBe(false);
  });

  test('holds what it signs under the cap until it is rejected', async () => {
    const spending = new SpendTracker(new Budget(9n));
    const payment = await wallet(spending).sign(offer, 0);
    expect(spending.budget.held).toBe(5n);
    await expect(wallet(spending).sign(offer, 0)).rejects.toThrow(CapReached);
    const signed = { header: 'payment-signature', value: encodePayment(payment) };
    const onResponse = spending.sending(signed, 'charged', 'search');
    onResponse({ status: 402, headers: {}, rawHeaders: [], text: '', json: undefined, events: [], cut: false });
    expect(spending.budget.held).toBe(0n);
  });

  test('cannot sign offers of other networks', async () => {
    const signs = (over: object) => wallet().sign({ ...offer, ...over }, 0);
    for (const over of [{ network: 'eip155:1' }, { payTo: '0x00' }, { extra: { feePayer: payTo } }]) {
      await expect(signs(over)).rejects.toThrow(NotTestable);
    }
    await expect(wallet().sign(offer, 0, { evm: { validBefore: 1 } })).rejects.toThrow(NotTestable);
  });
});
