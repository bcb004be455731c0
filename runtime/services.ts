/** What a running gateway stands on; the pipeline and the handlers are given one `Services`. */

import { type Clock, createMovableClock, type MovableClock, systemClock } from './clock.ts';
import { type Log, silentLog } from './log.ts';
import type { Micro } from './operation.ts';
import { createLedgerSettler } from './payment/ledger-settler.ts';
import type { Lifecycles } from './payment/lifecycles.ts';
import type { Settler } from './payment/payment.ts';
import { createPayments, type Payments } from './payment/payments.ts';
import type { FindAccepted } from './payment/reconcile.ts';
import { type Blocks, ledgerBlocks } from './payment/svm/blocks.ts';
import { type Random, systemRandom } from './random.ts';
import { openStore } from './store/open.ts';
import type { Store } from './store/store.ts';

/** Time, randomness, state and money of one gateway. */
export interface Services {
  readonly clock: MovableClock;
  readonly random: Random;
  readonly store: Store;
  /** Claims, settles and releases; what handlers of jobs use. */
  readonly payments: Payments;
  readonly settler: Settler;
  /** Blocks of the chain on which the settler settles, for networks whose payments name one. */
  readonly blocks: Blocks;
  readonly lifecycles: Lifecycles;
  readonly log: Log;
  /** Wallet that is paid, as its network writes it; EVM addresses are lower-case. */
  readonly payTo: string;
  close(): Promise<void>;
}

export interface ServiceOptions {
  readonly lifecycles: Lifecycles;
  /** Wallet that is paid. */
  readonly payTo: string;
  /**
   * File of the embedded database, which one process opens; `:memory:` (the default) keeps nothing.
   *
   * A `postgres:` URL names a database of any number of processes, which needs the optional peer `pg`.
   */
  readonly store?: string;
  /** Micro-USDC of a wallet that was never funded; 0 by default. */
  readonly defaultBalance?: Micro;
  readonly clock?: Clock;
  readonly random?: Random;
  /** Level of the log, which needs the optional peer `pino`; `silent` by default. */
  readonly logLevel?: string;
  /** Finds calls that have had their effect, to be settled after a crash. */
  readonly findAccepted?: FindAccepted;
  /** Puts something before the settler, such as scripted failures. */
  readonly wrapSettler?: (settler: Settler) => Settler;
}

/** Opens the store, reconciles what a crash left behind and puts the services together. */
export async function createServices(options: ServiceOptions): Promise<Services> {
  const clock = createMovableClock(options.clock ?? systemClock);
  const random = options.random ?? systemRandom;
  const { logLevel = 'silent' } = options;
  const log = logLevel === 'silent' ? silentLog : (await import('./pino-log.ts')).createLog(logLevel);
  const store = await openStore({ name: options.store ?? ':memory:', defaultBalance: options.defaultBalance ?? 0n });
  const ledgerSettler = createLedgerSettler(store.ledger, clock);
  const settler = options.wrapSettler ? options.wrapSettler(ledgerSettler) : ledgerSettler;
  const { lifecycles, findAccepted } = options;
  const payments = createPayments({ lifecycles, store, settler, clock, random, log, findAccepted });
  await payments.reconcile();

  return {
    clock,
    random,
    store,
    payments,
    settler,
    blocks: ledgerBlocks,
    lifecycles,
    log,
    payTo: options.payTo,
    close: () => store.close(),
  };
}
