import type { Payment } from '@tollwright/runtime/operation/payment';
import { createOffers } from '@tollwright/runtime/x402/offer';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { baseHost } from '#generated/hosts/base.ts';
import { type Chain, startChain } from '#lab/chain/chain.ts';
import { networkOf, settlerOn } from '#lab/chain/gateway.ts';
import { createOfficialFacilitator } from '#lab/chain/official-facilitator.ts';
import { payee, signPayment } from '#lab/chain/payments.ts';
import type { Figure } from './figure.ts';
import { median } from './load.ts';

const host = networkOf(baseHost);
const atOnce = 64;

/** Milliseconds between blocks, a tenth of those of the chain that the host is paid on. */
const blockTime = 200;

/** Measures settlements on one local chain, beside the official facilitator, whose calls have to follow each other. */
export async function settlement(): Promise<Figure[]> {
  const chain = await startChain(host);
  const poll = 20;
  const settler = await settlerOn(chain, host, { poll, patience: 10_000 });
  const official = await createOfficialFacilitator(chain, poll);
  const own = async (payment: Payment) => (await settler.settle(payment, '')).outcome === 'settled';
  const theirs = async (payment: Payment) => (await official.settle(...asCall(payment))).success;

  await chain.stall();
  const miner = setInterval(() => void chain.mine(), blockTime);
  await rate(chain, own, atOnce, atOnce);
  await rate(chain, theirs, 1, 4);
  const ours = await rate(chain, own, atOnce, 512);
  const peer = await rate(chain, theirs, 1, 16);
  clearInterval(miner);
  await settler.close();
  await chain.close();
  const text = ({ perSecond, latency }: typeof ours) => `${perSecond.toFixed(1)} /s, ${latency.toFixed(0)} ms each`;
  const figure: Figure = {
    what: `settlements per second on a local chain with a block every ${blockTime} ms: ${atOnce} at once, and the official facilitator one after another`,
    ours: text(ours),
    peer: text(peer),
    value: ours.perSecond / peer.perSecond,
    aim: { atLeast: 5 },
  };
  return [figure];
}

type Settle = (payment: Payment) => Promise<boolean>;

/** Settles payments that were signed before, so many at once; throws when one does not settle. */
async function rate(chain: Chain, settle: Settle, concurrency: number, total: number) {
  const account = privateKeyToAccount(generatePrivateKey());
  await chain.fund(account.address, 10n ** 9n);
  const payments = await Promise.all(Array.from({ length: total }, () => signPayment(chain, host, account)));
  const times: number[] = [];
  const worker = async () => {
    for (let payment = payments.pop(); payment; payment = payments.pop()) {
      const started = performance.now();
      if (!(await settle(payment))) throw new Error('A payment did not settle.');
      times.push(performance.now() - started);
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: concurrency }, worker));
  return { perSecond: (total / (performance.now() - started)) * 1000, latency: median(times) };
}

/** Input of the official facilitator. */
function asCall({ payer, payTo, amount, validAfter, validBefore, nonce, proof }: Payment) {
  const [accepted] = createOffers(host, payee, amount);
  const times = { validAfter: String(validAfter), validBefore: String(validBefore) };
  const authorization = { from: payer, to: payTo, value: String(amount), ...times, nonce };
  const payload = { signature: proof.signature, authorization };
  // Its types ask for networks as templates, which ours are texts of.
  return [{ x402Version: 2, accepted, payload }, accepted] as unknown as Parameters<
    Awaited<ReturnType<typeof createOfficialFacilitator>>['settle']
  >;
}
