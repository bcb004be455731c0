import { randomBytes } from 'node:crypto';
import { keyWallet } from '@tollwright/runtime/client/key-wallet';
import { payHeader } from '@tollwright/runtime/client/wallet';
import { offerIn } from '@tollwright/runtime/testing/wallet';
import { standardTransport } from '@tollwright/runtime/x402/standard';
import { Pool } from 'undici';
import type { Shot } from './load.ts';

/** A call with a flat price and a fast upstream, so that the benchmark measures the payment. */
export const paidCall: Shot = { path: '/api/v1/phone/lookup', body: JSON.stringify({ phoneNumber: '+14155550123' }) };

/** Wallets that pay in turn. */
const wallets = Array.from({ length: 64 }, () => keyWallet(`0x${randomBytes(32).toString('hex')}`));

/** Calls under way at the same time. */
const concurrency = 64;

/** Times of a number of paid calls. */
export interface CallTimes {
  readonly perSecond: number;
  /** Milliseconds of each call, sorted. */
  readonly times: readonly number[];
}

/** Repeats one paid call on one server, each time with a new payment that was signed in advance. */
export interface Buyer {
  buy(count: number): Promise<CallTimes>;
  /** Text of one paid response. */
  sample(): Promise<string>;
  close(): Promise<void>;
}

/** Creates a buyer of the first offer in the challenge of a call. */
export async function createBuyer(url: string, { path, body }: Shot): Promise<Buyer> {
  const pool = new Pool(url, { connections: concurrency });
  const headers = { 'content-type': 'application/json' };
  const post = (own: Readonly<Record<string, string>> = {}) =>
    pool.request({ method: 'POST', path, body, headers: { ...headers, ...own } });

  const challenge = await post();
  // The official server has its offers in the header alone.
  const [requiredHeader = ''] = Object.keys(standardTransport.challenge.headers);
  const required = String(challenge.headers[requiredHeader.toLowerCase()]);
  await challenge.body.dump();
  const offer = offerIn(JSON.parse(Buffer.from(required, 'base64').toString()));

  async function sign(index: number): Promise<string> {
    const wallet = wallets[index % wallets.length];
    if (!wallet) throw new Error('There is no wallet.');
    return payHeader(wallet, { offer, resource: undefined }, { decimals: 6 }, Math.floor(Date.now() / 1000));
  }

  async function pay(header: string): Promise<string> {
    const { statusCode, body: answer } = await post({ [standardTransport.payment.headers[0]]: header });
    const text = await answer.text();
    if (statusCode !== 200) throw new Error(`${url}${path} answered ${statusCode} to a payment: ${text.slice(0, 200)}`);
    return text;
  }

  return {
    async buy(count) {
      const signed: string[] = [];
      for (let index = 0; index < count; index += 1) signed.push(await sign(index));
      const times: number[] = [];
      const worker = async () => {
        for (let header = signed.pop(); header !== undefined; header = signed.pop()) {
          const started = performance.now();
          await pay(header);
          times.push(performance.now() - started);
        }
      };
      const started = performance.now();
      await Promise.all(Array.from({ length: concurrency }, worker));
      const perSecond = (count * 1000) / (performance.now() - started);
      return { perSecond, times: times.sort((a, b) => a - b) };
    },
    sample: async () => pay(await sign(0)),
    close: () => pool.close(),
  };
}
