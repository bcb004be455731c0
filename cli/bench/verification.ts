import { randomBytes } from 'node:crypto';
import { keyWallet } from '@tollwright/runtime/client/key-wallet';
import { payHeader } from '@tollwright/runtime/client/wallet';
import { createVerifier } from '@tollwright/runtime/payment/verify';
import { decodePayment, type PaymentPayload } from '@tollwright/runtime/x402/header';
import { createOffers } from '@tollwright/runtime/x402/offer';
import { termsOf } from '@tollwright/runtime/x402/terms';
import { baseHost } from '#generated/hosts/base.ts';
import { networkOf } from '#lab/chain/gateway.ts';
import { payee } from '#lab/chain/payments.ts';
import type { Figure } from './figure.ts';
import { pairedRatio } from './load.ts';
import { createStubbedFacilitator } from './stubbed-facilitator.ts';

const host = networkOf(baseHost);
const offers = createOffers(host, payee, 1000n);
const [offer] = offers;
const rounds = 9;
const counts = { ours: 4000, peer: 300 };

/** Measures how many payments are verified a second, one after another in one process, beside the official facilitator. */
export async function verification(): Promise<Figure[]> {
  const now = Math.floor(Date.now() / 1000);
  const wallet = keyWallet(`0x${randomBytes(32).toString('hex')}`);
  const sent: PaymentPayload[] = [];
  for (let index = 0; index < 500; index += 1) {
    const header = await payHeader(wallet, { offer, resource: undefined }, { decimals: 6 }, now);
    const decoded = decodePayment(header, host.transport.payment);
    if (typeof decoded === 'string') throw new Error(decoded);
    sent.push(decoded);
  }
  const verify = createVerifier(host, { latest: () => '' } as never);
  const official = createStubbedFacilitator(host);

  async function own(payment: PaymentPayload): Promise<boolean> {
    return !('reason' in (await verify(payment, termsOf(payment, offers), now)));
  }
  async function theirs({ accepted, payload }: PaymentPayload): Promise<boolean> {
    // Its types ask for networks as templates, which ours are texts of.
    const call = [{ x402Version: 2, accepted, payload }, offer] as unknown as Parameters<typeof official.verify>;
    return (await official.verify(...call)).isValid;
  }
  async function rate(check: (payment: PaymentPayload) => Promise<boolean>, count: number): Promise<number> {
    const started = performance.now();
    for (let index = 0; index < count; index += 1) {
      const payment = sent[index % sent.length];
      if (!payment || !(await check(payment))) throw new Error('A payment was not verified.');
    }
    return (count * 1000) / (performance.now() - started);
  }

  await rate(own, counts.ours);
  await rate(theirs, counts.peer);
  const { ratio, a, b } = await pairedRatio(
    rounds,
    () => rate(own, counts.ours),
    () => rate(theirs, counts.peer),
  );
  return [
    {
      what: 'payments verified per second, without a chain',
      ours: `${a.toFixed(0)} /s`,
      peer: `official facilitator: ${b.toFixed(0)} /s`,
      value: ratio,
      aim: { atLeast: 15 },
    },
  ];
}
