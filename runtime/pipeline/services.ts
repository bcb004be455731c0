/** The services of a running gateway, which the pipeline and the handlers share. */

import { EventEmitter } from 'node:events';
import { type Log, silentLog } from '../logging/log.ts';
import { countedAtOnce, countedSettler, type Metrics, noMetrics } from '../metrics/metrics.ts';
import type { Micro } from '../money/usd.ts';
import { createScript, type Script } from '../operation/script.ts';
import { createAtOnce } from '../payment/at-once.ts';
import { createLedgerSettler, recordedSettler } from '../payment/ledger-settler.ts';
import { defaultLifecycles, type Lifecycles } from '../payment/lifecycles.ts';
import { createPayments, type Payments } from '../payment/payments.ts';
import type { FindAccepted } from '../payment/reconcile.ts';
import type { Settler } from '../payment/settler.ts';
import { type Blocks, ledgerBlocks } from '../payment/svm/blocks.ts';
import type { Job } from '../store/jobs.ts';
import { openStore } from '../store/open/open.ts';
import type { Store } from '../store/store.ts';
import { type Clock, createMovableClock, type MovableClock, systemClock } from '../system/clock.ts';
import { type Random, systemRandom } from '../system/random.ts';

/** Time, randomness, state and money of one gateway. */
export interface Services {
  readonly clock: MovableClock;
  readonly random: Random;
  readonly store: Store;
  /** Claims, settles and releases payments; handlers of jobs use it. */
  readonly payments: Payments;
  readonly settler: Settler;
  /** Blocks of the chain on which the settler settles, for networks whose payments name one. */
  readonly blocks: Blocks;
  readonly lifecycles: Lifecycles;
  readonly jobEvents: EventEmitter<JobEvents>;
  /** Scripted outcomes of upstreams; empty without a control API. */
  readonly script: Script;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Wallet that is paid, as its network writes it; EVM addresses are lower-case. */
  readonly payTo: string;
  /** Registers something to close with the services, such as the connections of a provider. */
  onClose(close: () => Promise<unknown>): void;
  close(): Promise<void>;
}

/** Events of jobs, which happen beyond the calls of their owners. */
export interface JobEvents {
  /** The work of the job of an id has ended, which its next poll finds. */
  readonly ready: [id: string];
  /** A job has come to another state. */
  readonly moved: [job: Job];
}

/** Options of the services of a gateway. */
export interface ServiceOptions {
  /** The machines of streams and balances, where the specification states them. */
  readonly lifecycles?: Lifecycles;
  /** Wallet that is paid. */
  readonly payTo: string;
  /**
   * File of the embedded database, which one process opens; `:memory:` (the default) keeps nothing.
   *
   * A `postgres:` URL names a database of any number of processes, which needs the optional peer `pg`.
   */
  readonly store?: string;
  /** Moves the funds; by default on the embedded ledger instead of a chain. Closed with the services. */
  readonly settler?: Settler;
  /** Micro-USDC of a wallet that was never funded; 0 by default. */
  readonly defaultBalance?: Micro;
  readonly clock?: Clock;
  readonly random?: Random;
  /** Level of the log, which needs the optional peer `pino`; `silent` by default. */
  readonly logLevel?: string;
  /** Counts what happens; by default nothing is counted. */
  readonly metrics?: Metrics;
  /** Finds calls that have had their effect, to be settled after a crash. */
  readonly findAccepted?: FindAccepted;
  /** Wraps the settler, for example with scripted failures. */
  readonly wrapSettler?: (settler: Settler) => Settler;
}

/** Opens the store, reconciles the payments that a crash interrupted, and creates the services. */
export async function createServices(options: ServiceOptions): Promise<Services> {
  const clock = createMovableClock(options.clock ?? systemClock);
  const random = options.random ?? systemRandom;
  const { logLevel = 'silent' } = options;
  const log = logLevel === 'silent' ? silentLog : (await import('../logging/pino.ts')).createLog(logLevel);
  const store = await openStore({ name: options.store ?? ':memory:', defaultBalance: options.defaultBalance ?? 0n });
  await options.settler?.open?.(store.records);
  const inner = options.settler
    ? recordedSettler(options.settler, store.ledger, clock)
    : createLedgerSettler(store.ledger, clock);
  const { lifecycles = defaultLifecycles, findAccepted, metrics = noMetrics, wrapSettler } = options;
  const outer = wrapSettler ? wrapSettler(inner) : inner;
  const settler = countedSettler(outer, metrics);
  // A wrapped settler must see each step.
  const settleAtOnce =
    options.settler || outer !== inner ? undefined : countedAtOnce(createAtOnce(store, clock), metrics);
  const { earned } = metrics;
  const parts = { lifecycles, store, settler, settleAtOnce, clock, random, log, findAccepted, earned };
  const payments = createPayments(parts);
  await payments.reconcile();
  const closing: (() => Promise<unknown>)[] = [];

  return {
    clock,
    random,
    store,
    payments,
    settler,
    blocks: settler.blocks ?? ledgerBlocks,
    lifecycles,
    jobEvents: new EventEmitter(),
    script: createScript(),
    log,
    metrics,
    payTo: options.payTo,
    onClose: (close) => void closing.push(close),
    async close() {
      payments.close();
      await Promise.all(closing.map((close) => close()));
      await settler.close?.();
      await store.close();
    },
  };
}
