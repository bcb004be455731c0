import type { Level, Run } from '../../check/run.ts';
import type { Contract } from '../../contract/contract.ts';
import { Secrets } from '../../report/secrets.ts';
import type { RunParts } from '../../run/run-parts.ts';
import { createRun } from '../../run/run.ts';
import { Budget } from '../../wallet/budget.ts';
import { randomKey } from '../../wallet/keys.ts';
import { SpendTracker } from '../../wallet/spend-tracker.ts';
import { referenceContract } from './contract.ts';
import type { Faults } from './faults.ts';
import { ReferenceGateway } from './gateway.ts';

const funds = 1_000_000_000n;

/** Parts of a run besides its gateway. */
export interface ReferenceParts {
  /** Enforces the spend cap. */
  readonly spending?: SpendTracker;
  /** Receives every signature. */
  readonly secrets?: Secrets;
}

/** A run against a reference gateway in memory, with funded wallets above level `free`. */
export function referenceRun(
  faults: Faults = {},
  level: Level = 'controlled',
  contract: Contract = referenceContract,
  { spending = new SpendTracker(new Budget(funds)), secrets = new Secrets() }: ReferenceParts = {},
): Run {
  const gateway = new ReferenceGateway(faults);
  const keys = { payer: randomKey(), other: randomKey() };
  const run = runAgainst({
    contract,
    level,
    client: { exchange: (sent) => gateway.exchange(sent) },
    ...(level === 'controlled' && { control: gateway.control() }),
    spending,
    secrets,
    keys: { ...(level !== 'free' && keys), unfunded: randomKey() },
    now: async () => gateway.now,
  });
  for (const wallet of [run.payer, run.other]) {
    if (wallet) gateway.bank.balances.set(wallet.address.toLowerCase(), funds);
  }
  return run;
}

/** A run against any gateway in memory. */
export function runAgainst({
  spending = new SpendTracker(new Budget(funds)),
  secrets = new Secrets(),
  ...parts
}: ReferenceParts & Pick<RunParts, 'contract' | 'level' | 'client' | 'control' | 'keys' | 'now'>): Run {
  return createRun({
    missing: new Map(),
    target: {
      host: 'toll',
      url: 'http://127.0.0.1',
      wallets: {},
      maxSpend: spending.budget.cap,
      segments: {},
      models: {},
    },
    seed: 7,
    spending,
    secrets,
    exhaust: parts.level === 'controlled',
    samples: Number.POSITIVE_INFINITY,
    wait: async () => {},
    ...parts,
  });
}
