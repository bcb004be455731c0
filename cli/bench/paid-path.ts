import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CallTimes, createBuyer, paidCall } from './buyer.ts';
import type { Figure } from './figure.ts';
import { median, type ServerProcess, serve, serveGateway } from './load.ts';

const rounds = 5;
/** Calls in a round of each: about as long for both. */
const counts = { ours: 4000, peer: 400 };

/**
 * Compares paid calls with the official Express adapter: ours verifies real signatures, keeps claims on the disk and moves
 * the funds in its ledger; the peer verifies by the official facilitator in its process, and its settlement does nothing.
 */
export async function paidPath(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'paid-'));
  const gateway = await serveGateway({ host: 'base', store: join(folder, 'store.db'), adminPort: 0 });
  const [url = ''] = gateway.url.split(' ');
  const own = await createBuyer(url, paidCall);
  const express = await serve('./servers/express-paid.ts', paidCall.path, await own.sample());
  const other = await createBuyer(express.url, paidCall);
  try {
    await own.buy(counts.ours);
    await other.buy(counts.peer);
    const ours = () => measured(gateway, () => own.buy(counts.ours), counts.ours);
    const theirs = () => measured(express, () => other.buy(counts.peer), counts.peer);
    const rates: Rates[] = [];
    for (let round = 0; round < rounds; round += 1) rates.push({ ours: await ours(), peer: await theirs() });
    return [figureOf(rates, 'wall', 'second'), figureOf(rates, 'cpu', 'CPU-second of the server')];
  } finally {
    for (const { close } of [own, other]) await close();
    for (const { stop } of [gateway, express]) stop();
    rmSync(folder, { recursive: true });
  }
}

/** Calls a second, and calls for each second of CPU that the server used. */
interface Rate {
  readonly wall: number;
  readonly cpu: number;
}

/** Both servers in one round. */
interface Rates {
  readonly ours: Rate;
  readonly peer: Rate;
}

async function measured({ cpu }: ServerProcess, buy: () => Promise<CallTimes>, count: number): Promise<Rate> {
  const before = await cpu();
  const { perSecond } = await buy();
  return { wall: perSecond, cpu: (count * 1000) / ((await cpu()) - before) };
}

function figureOf(rates: readonly Rates[], by: keyof Rate, unit: string): Figure {
  const of = (who: keyof Rates) => `${median(rates.map((rate) => rate[who][by])).toFixed(0)} /s`;
  return {
    what: `paid calls per ${unit}: durable claims and the embedded ledger; the peer verifies by the official facilitator and settles nothing`,
    ours: of('ours'),
    peer: `@x402/express: ${of('peer')}`,
    value: median(rates.map(({ ours, peer }) => ours[by] / peer[by])),
    aim: { atLeast: 10 },
  };
}
