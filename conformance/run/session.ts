import { setTimeout as delay } from 'node:timers/promises';
import type { Sampling } from '../check/run.ts';
import { UsageError } from '../common/usage-error.ts';
import type { Client } from '../http/client.ts';
import { NoResponse } from '../http/interruption.ts';
import { transportOf } from '../http/payment-headers.ts';
import { ControlError } from '../target/control-client.ts';
import { Budget } from '../wallet/budget.ts';
import { addressOf, randomKey } from '../wallet/keys.ts';
import { SpendTracker } from '../wallet/spend-tracker.ts';
import { leaveOutAbsent } from './absent.ts';
import { type ControlledTarget, takeControl } from './controlled.ts';
import { localize } from './localize.ts';
import type { ConformOptions } from './options.ts';
import { planOf } from './plan.ts';
import { type ReachedTarget, reach } from './reach.ts';
import { type CountedRun, createRun } from './run.ts';
import type { Setup } from './setup.ts';

/** A run whose target was reached. */
export interface Session {
  readonly run: CountedRun;
  /** Why rules cannot be tested on this target, by their ids. */
  readonly untestable: ReadonlyMap<string, string>;
  readonly spending: SpendTracker;
  readonly controlled?: ControlledTarget | undefined;
  readonly alive: () => Promise<boolean>;
  /** Requests that were sent before the run began. */
  readonly requests: number;
}

/** The HTTP clients of a run. */
export interface Clients {
  readonly client: Client;
  readonly controlClient?: Client | undefined;
}

/** Reaches the target, connects its control API, and creates the run. */
export async function openSession(
  options: ConformOptions,
  setup: Setup,
  clients: Clients,
  sampling: Sampling = { samples: Number.POSITIVE_INFINITY },
): Promise<Session> {
  const { target, level, rules } = setup;
  const { client } = clients;
  const reached = await reach(client, setup.contract, target);
  const controlled = await connect(setup, clients, reached);
  const apiKey = setup.contract.host.auth === 'bearer' ? (controlled?.apiKey() ?? target.apiKey) : undefined;
  const { contract: localized, missing } = localize(setup.contract, target, reached.live);
  const { contract, untestable, requests } = await leaveOutAbsent(client, localized, { target, apiKey });
  if (level === 'paid') await options.confirm?.(planOf(rules, contract, target.maxSpend));
  const hint = target.capIsDefault ? ' It is the default cap; raise it with --max-spend.' : '';
  const spending = new SpendTracker(new Budget(target.maxSpend, hint), transportOf(contract));
  for (const key of controlled?.made ?? []) spending.exempt(addressOf(key));
  const paying = level === 'free' ? {} : (controlled?.keys ?? target.wallets);
  const run = createRun({
    contract,
    missing,
    target,
    ...(setup.chain && { chain: setup.chain }),
    level,
    seed: setup.seed,
    client,
    ...(controlled && { control: controlled.control }),
    spending,
    secrets: setup.secrets,
    keys: { ...paying, unfunded: randomKey(setup.kind) },
    apiKey: () => (level === 'free' ? undefined : (controlled?.apiKey() ?? target.apiKey)),
    exhaust: options.exhaust ?? level === 'controlled',
    ...sampling,
    maxRequests: setup.maxRequests === undefined ? undefined : setup.maxRequests - reached.requests - requests,
    verdictsOnly: options.verdictsOnly ?? false,
    selected: new Set(rules.map(({ id }) => id)),
    now: controlled?.now ?? (async () => timeAt(reached)),
    wait: (seconds) => delay(seconds * 1000),
    waiting: options.waiting,
    ...(controlled?.control.capabilities.has('clock') && { skip: controlled.control.advance }),
  });
  const sent = reached.requests + requests;
  return { run, untestable, spending, controlled, alive: reached.alive, requests: sent };
}

/** Unix time in seconds by the clock of a target, as far as its `Date` header shows it. */
function timeAt({ skew }: ReachedTarget): number {
  return Math.floor(Date.now() / 1000) + skew;
}

async function connect(setup: Setup, clients: Clients, reached: ReachedTarget): Promise<ControlledTarget | undefined> {
  const { target, contract, kind, secrets } = setup;
  const { controlClient: client } = clients;
  if (!client || !target.control) return undefined;
  try {
    return await takeControl({
      client,
      target,
      access: target.control,
      auth: contract.host.auth,
      kind,
      localNow: () => timeAt(reached),
      created: (name, secret) => secrets.add(name, secret),
    });
  } catch (error) {
    if (!(error instanceof NoResponse || error instanceof ControlError)) throw error;
    throw new UsageError(`The control API at ${target.control.url} cannot be used: ${error.message}`);
  }
}
