/** Kills a gateway at random moments while a facilitator fails after it has broadcast each transfer. */

import type { ServerResponse } from 'node:http';
import { type FacilitatedChain, reply, startFacilitatedChain } from '@tollwright/runtime/testing/facilitated-chain';
import { createWallet } from '@tollwright/runtime/testing/wallet';
import { randomFrom } from '#gateway/upstream/seeded-random.ts';
import { baseHost } from '#generated/hosts/base.ts';
import { signatureHeader } from '../toolkit/payment-headers.ts';
import type { CrashReport } from './run.ts';
import { startKills, type World } from './world.ts';

const path = '/api/v1/chat/completions';
const body = { model: 'acme/flex', messages: [{ role: 'user', content: 'Say hello.' }], max_tokens: 20 };

/** Callers that buy at the same time. */
const callers = 6;

/** Longest delay of a block after a broadcast, in milliseconds. */
const maxDelay = 30;

type End = (response: ServerResponse) => unknown;

/** How a facilitator fails although the transfer is on its way; the last one succeeds. */
const ends: readonly [End, ...End[]] = [
  (response) => response.destroy(),
  (response) => response.writeHead(504).end('<html>Gateway Time-out</html>'),
  (response) => reply(response, { error: 'bad gateway' }, 502),
  (response) => reply(response, {}, 408),
  (response) => reply(response, { success: false, errorReason: 'confirmation_timed_out', transaction: '' }),
  (response) => reply(response, { success: true, transaction: '' }),
];

/** Options of a run. */
export interface FacilitatedRun {
  /** File of an empty store. */
  readonly store: string;
  readonly kills: number;
  readonly seed: number;
}

/** Buys until the gateway has been killed so often, and checks that each payment moved once and bought its call. */
export async function facilitatedRun({ store, kills, seed }: FacilitatedRun): Promise<CrashReport> {
  if (!baseHost.payment) throw new Error('The base host is paid.');
  const random = randomFrom([seed, 'facilitator']);
  const chain = await startFacilitatedChain(baseHost.payment);
  chain.answers.set('/f/settle', (response) => {
    setTimeout(chain.land, random.integer(0, maxDelay));
    random.pick(ends)(response);
  });
  const world = await startKills(store, 'base', chain);
  const faults: string[] = [];
  let bought = 0;
  let isOver = false;

  async function work(): Promise<void> {
    while (!isOver) {
      const fault = await buy(world);
      if (fault === undefined) bought += 1;
      else faults.push(fault);
    }
  }

  const working = Array.from({ length: callers }, work);
  const moments = randomFrom([seed, 'kills']);
  for (let done = 0; done < kills; done += 1) await world.disturb(moments);
  isOver = true;
  await Promise.all(working);
  faults.push(...faultsOf(chain, bought));
  await world.close();
  chain.close();
  return { bought, faults };
}

/** Signs once, and repeats the call with that payment until it is served. Returns what went wrong. */
async function buy(world: World): Promise<string | undefined> {
  const wallet = createWallet();
  const header = await world.persist(({ client }) => client.sign(wallet, 'POST', path, { body }));
  const headers = { [signatureHeader]: header };
  for (;;) {
    const answer = await world.persist(({ client }) => client.send('POST', path, { body, headers }));
    if (answer.status === 200) return undefined;
    if (answer.status === 402) return `${wallet.address} was asked for another payment: ${answer.text}`;
    if (!answer.headers.has('retry-after')) return `${wallet.address} was answered ${answer.status}: ${answer.text}`;
  }
}

/** Compares the transfers on the chain with what was bought. Each wallet buys once. */
function faultsOf({ transfers }: FacilitatedChain, bought: number): string[] {
  const payers = new Set(transfers.map(({ from }) => from));
  const faults = payers.size === transfers.length ? [] : ['A wallet has paid twice.'];
  return transfers.length === bought ? faults : [...faults, `${transfers.length} transfers paid ${bought} calls.`];
}
