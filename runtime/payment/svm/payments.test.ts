/** Payments by Solana transaction, over HTTP against the toy service. */

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createMovableClock, systemClock } from '../../system/clock.ts';
import { startTestGateway, type TestGateway } from '../../testing/gateway.ts';
import { host as toy } from '../../testing/host.ts';
import { at, fieldsAt } from '../../testing/read.ts';
import { createSolanaWallet, type SolanaTampering } from '../../testing/solana-wallet.ts';
import { testTransport } from '../../testing/transport.ts';
import { ledgerBlocks } from './blocks.ts';
import { memoProgram } from './programs.ts';

const payTo = 'CMxTppLdj2DMXc1zWy9HFJmrg811k4nemuWY1Kqe3ygA';
const network = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';
const asset = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const host = {
  ...toy,
  payment: { scheme: 'exact', transport: testTransport, network, asset, decimals: 6, window: 300 },
} as const;
const ask = { text: 'hi' };

const clock = createMovableClock(systemClock);
const wallet = createSolanaWallet();
const stranger = createSolanaWallet();
let gateway: TestGateway;
beforeEach(async () => {
  clock.reset();
  gateway = await startTestGateway({ host, payTo, clock });
});
afterEach(() => gateway.close());

const transfers = () => gateway.services.store.ledger.transfers();
const send = (header: string, path = '/toy/echo', body: unknown = ask) =>
  gateway.send(path, body, { 'PAYMENT-SIGNATURE': header });

async function sign(tampering?: SolanaTampering, payer = wallet): Promise<string> {
  const { json } = await gateway.send('/toy/echo', ask);
  return payer.pay(json, tampering);
}

/** Changes the bytes of a transaction; the first 129 hold the two signatures. */
const bytes = (change: (wire: Buffer) => Buffer) => (base64: string) =>
  change(Buffer.from(base64, 'base64')).toString('base64');

describe('a Solana payment', () => {
  test('buys one call and settles once, whatever is sent again', async () => {
    const header = await sign();
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(header)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(at((await send(header, '/toy/shout')).json, 'code')).toBe('PAYMENT_REPLAY');
    const settled = await transfers();
    expect(settled).toMatchObject([{ payer: wallet.address, payTo, amount: 1000n, asset, network }]);
    expect(settled[0]?.txHash).toMatch(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/);
    expect(await gateway.services.store.ledger.transfers(wallet.address)).toHaveLength(1);
  });

  test('is the same payment whatever stands in place of the other signature', async () => {
    const header = await sign();
    expect((await send(header)).status).toBe(200);
    const { payload, ...rest } = JSON.parse(Buffer.from(header, 'base64').toString());
    const filled = bytes((wire) => wire.fill(7, 1, 65))(payload.transaction);
    const again = Buffer.from(JSON.stringify({ ...rest, payload: { transaction: filled } })).toString('base64');
    expect(at((await send(again)).json, 'code')).toBe('PAYMENT_REPLAY');
  });

  test.each<[string, string, SolanaTampering]>([
    ['over one millionth more', 'not for the exact amount', { order: { amount: 1001n } }],
    ['over one millionth less', 'not for the exact amount', { order: { amount: 999n } }],
    ['to somebody else', 'does not pay the expected payee', { order: { payTo: stranger.address } }],
    ['of another token', 'asset of the transaction does not match', { order: { mint: stranger.address } }],
    ['in other units', 'decimals of the transaction do not match', { order: { decimals: 9 } }],
    ['from somebody else', 'signature does not match the payer', { order: { payer: stranger.address } }],
    ['whose fee its payer pays', 'names the fee payer', { order: { feePayer: wallet.address } }],
    [
      'whose fee somebody else pays',
      'fee payer of the transaction does not match',
      { order: { feePayer: stranger.address } },
    ],
    ['by the fee payer', 'names the fee payer', { order: { payer: payTo } }],
    ['at a fee of more than it pays', 'priority fee of the transaction is more', { order: { unitPrice: 50_001n } }],
    ['at more than 5 lamports a unit', 'compute price is above', { order: { unitPrice: 5_000_001n } }],
    ['by another program', 'not a token transfer', { order: { program: memoProgram } }],
    [
      'whose signature was altered',
      'signature does not match the payer',
      { signature: (own) => Buffer.from(own).reverse() },
    ],
    [
      'without a signature',
      'signature does not match the payer',
      { transaction: bytes((wire) => wire.fill(0, 65, 129)) },
    ],
    [
      'with something after it',
      'cannot be decoded',
      { transaction: bytes((wire) => Buffer.concat([wire, Buffer.from([0])])) },
    ],
    ['that ends early', 'cannot be decoded', { transaction: bytes((wire) => wire.subarray(0, -1)) }],
    ['that is too long', 'longer than 1232 bytes', { order: { memo: 'x'.repeat(1200) } }],
    ['that accepts another amount', 'accepted amount', { accepted: { amount: '1' } }],
    ['that accepts another payee', 'accepted payTo', { accepted: { payTo: stranger.address } }],
    ['that accepts another fee payer', 'accepted extra', { accepted: { extra: { feePayer: stranger.address } } }],
    [
      'that accepts another network',
      'accepted network',
      { accepted: { network: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' } },
    ],
    ['that accepts its asset in small letters', 'accepted asset', { accepted: { asset: asset.toLowerCase() } }],
  ])('%s is refused and the call not made', async (_, reason, tampering) => {
    const { status, json } = await send(await sign(tampering));
    expect(at(json, 'message')).toContain(reason);
    expect([status, at(json, 'error'), at(json, 'code')]).toEqual([
      402,
      'Payment verification failed',
      'PAYMENT_INVALID',
    ]);
    expect(gateway.calls.echo).toBeUndefined();
    expect(await transfers()).toHaveLength(0);
  });

  test.each([
    ['at the highest fee for what it pays', { order: { unitPrice: 50_000n } }],
    ['with a memo of its own', { order: { memo: 'invoice 7' } }],
  ])('%s buys the call', async (_, tampering) => {
    expect((await send(await sign(tampering))).status).toBe(200);
  });

  test('is stale over a block that the chain does not know', async () => {
    const unknown = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKqfMjzrqvZJt';
    const ahead = ledgerBlocks.latest(Math.floor(Date.now() / 1000) + 600);
    for (const blockhash of [unknown, ahead]) {
      const { status, json } = await send(await sign({ order: { blockhash } }));
      expect([status, at(json, 'error'), at(json, 'code')]).toEqual([
        402,
        'Payment verification failed',
        'PAYMENT_BLOCKHASH_STALE',
      ]);
    }
  });

  test('that ends before its call may have ended is stale, and taken as long as enough of it is left', async () => {
    const [early, late, expired] = [await sign(), await sign(), await sign()];
    clock.advance(260);
    expect((await send(early)).status).toBe(200);
    clock.advance(15);
    expect(at((await send(late)).json, 'code')).toBe('PAYMENT_BLOCKHASH_STALE');
    clock.advance(30);
    expect(at((await send(expired)).json, 'code')).toBe('PAYMENT_BLOCKHASH_STALE');
  });

  test('of a wallet without funds is refused with that reason', async () => {
    await gateway.services.store.ledger.fund(stranger.address, 999n);
    expect(at((await send(await sign({}, stranger))).json, 'code')).toBe('PAYMENT_UNFUNDED');
    await gateway.services.store.ledger.fund(stranger.address, 1000n);
    expect((await send(await sign({}, stranger))).status).toBe(200);
  });
});

test('an EVM authorization pays nothing on Solana', async () => {
  const accepted = fieldsAt((await gateway.send('/toy/echo', ask)).json, 'accepts', 0);
  const authorization = {
    from: `0x${'11'.repeat(20)}`,
    to: `0x${'22'.repeat(20)}`,
    value: '1000',
    validAfter: '0',
    validBefore: '99999999999',
    nonce: `0x${'33'.repeat(32)}`,
  };
  const payload = { authorization, signature: `0x${'1b'.repeat(65)}` };
  const header = Buffer.from(JSON.stringify({ x402Version: 2, accepted, payload })).toString('base64');
  const { json } = await send(header);
  expect([at(json, 'code'), at(json, 'message')]).toEqual([
    'PAYMENT_INVALID',
    'The payload is an EVM authorization, and the offer is on a different kind of network.',
  ]);
});
