import { FairPool } from './fair-pool.ts';
import { networkOf } from './network.ts';

/** Networks that are remembered. */
const maxNetworks = 10_000;

/** Networks from which a call was paid lately. */
export class Payers {
  readonly #networks = new Set<string>();

  /** Remembers the network of a caller who has paid. The one that paid longest ago is forgotten. */
  add(address: string): void {
    const network = networkOf(address);
    this.#networks.delete(network);
    this.#networks.add(network);
    const [oldest] = this.#networks;
    if (this.#networks.size > maxNetworks && oldest !== undefined) this.#networks.delete(oldest);
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
