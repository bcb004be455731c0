import { createClient } from '../http/client.ts';
import { Secrets } from '../report/secrets.ts';
import { localize } from '../run/localize.ts';
import type { RunParts } from '../run/run-parts.ts';
import { type CountedRun, createRun } from '../run/run.ts';
import { Budget } from '../wallet/budget.ts';
import { SpendTracker } from '../wallet/spend-tracker.ts';
import { labContract } from './lab-contract.ts';

/** The key of the wallet that pays in tests. */
export const labKey = `0x${'1b'.repeat(32)}` as const;

/** A run against a fake gateway, with its budget. */
export function createLabRun(url: string, cap: bigint, parts: Partial<RunParts> = {}): CountedRun & { budget: Budget } {
  const budget = new Budget(cap);
  const target = { host: 'lab', url, wallets: {}, maxSpend: cap, segments: { region: 'north' }, models: {} };
  const run = createRun({
    ...localize(labContract, target, new Set(['ST-1', 'ST-2'])),
    target,
    level: 'paid',
    seed: 1,
    client: createClient(url, { timeout: 2000, maxBytes: 4000 }),
    spending: new SpendTracker(budget),
    secrets: new Secrets(),
    keys: { payer: labKey, unfunded: `0x${'2c'.repeat(32)}` },
    exhaust: false,
    samples: Number.POSITIVE_INFINITY,
    now: async () => 1_800_000_000,
    wait: async () => {},
    ...parts,
  });
  return Object.assign(run, { budget });
}
