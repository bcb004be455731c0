import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBuyer, paidCall } from './buyer.ts';
import type { Figure } from './figure.ts';
import { pairedRatio, serve } from './load.ts';

const rounds = 5;
/** Calls in a round of each: about as long for both. */
const counts = { ours: 4000, peer: 400 };

/**
 * Compares paid calls with the official Express adapter: ours verifies real signatures, keeps claims on the disk and moves
 * the funds in its ledger; the peer verifies by the official facilitator in its process, and its settlement does nothing.
 */
export async function paidPath(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'paid-'));
  const gateway = await serve('./servers/durable.ts', 'base', join(folder, 'store.db'));
  const [url = ''] = gateway.url.split(' ');
  const own = await createBuyer(url, paidCall);
  const express = await serve('./servers/express-paid.ts', paidCall.path, await own.sample());
  const other = await createBuyer(express.url, paidCall);
  try {
    await own.buy(counts.ours);
    await other.buy(counts.peer);
    const { ratio, a, b } = await pairedRatio(
      rounds,
      async () => (await own.buy(counts.ours)).perSecond,
      async () => (await other.buy(counts.peer)).perSecond,
    );
    return [
      {
        what: 'paid calls per second: durable claims and the embedded ledger, against an official facilitator in process that settles nothing',
        ours: `${a.toFixed(0)} /s`,
        peer: `@x402/express: ${b.toFixed(0)} /s`,
        value: ratio,
        aim: { atLeast: 10 },
      },
    ];
  } finally {
    for (const { close } of [own, other]) await close();
    for (const { stop } of [gateway, express]) stop();
    rmSync(folder, { recursive: true });
  }
}
