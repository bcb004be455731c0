import { RecentSet } from '../system/recent-set.ts';
import { FairPool } from './fair-pool.ts';
import { networkOf } from './network.ts';

/** Networks that are remembered. */
const maxNetworks = 10_000;

/** Networks from which a call was paid lately. */
export class Payers {
  readonly #networks = new RecentSet(maxNetworks);

  /** Remembers the network of a caller who has paid. */
  add(address: string): void {
    this.#networks.add(networkOf(address));
  }

  has(network: string): boolean {
    return this.#networks.has(network);
  }
}

/** A limited resource: three quarters for anyone, and a quarter that only networks of payers can take. */
export class SharedPool<Holder> {
  readonly #payers: Payers;
  readonly #ofAll: FairPool<Holder>;
  readonly #ofPayers: FairPool<Holder>;

  constructor(payers: Payers, max: number) {
    this.#payers = payers;
    this.#ofPayers = new FairPool(Math.floor(max / 4));
    this.#ofAll = new FairPool(max - Math.floor(max / 4));
  }

  /** The part that a network takes from now. */
  partFor(network: string): FairPool<Holder> {
    return this.#payers.has(network) ? this.#ofPayers : this.#ofAll;
  }
}
