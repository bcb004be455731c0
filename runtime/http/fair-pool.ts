/** Levels by which a pool tells the shares of networks apart. */
const levels = 4096;

/** The part of a pool that one network has taken. */
interface Share<Holder> {
  readonly network: string;
  units: number;
  /** Units by holder, the least recently used one first. */
  readonly holders: Map<Holder, number>;
}

/**
 * A limited resource that networks share fairly.
 *
 * Any network can take units while some are free. When none are, the network that has the most loses the units of its least
 * recently used holder. The time of an operation does not depend on the number of networks.
 */
export class FairPool<Holder> {
  readonly #max: number;
  readonly #unitsPerLevel: number;
  readonly #shares = new Map<string, Share<Holder>>();
  /** Shares by their level. */
  readonly #ladder: Set<Share<Holder>>[] = [];
  #held = 0;

  constructor(max: number) {
    this.#max = max;
    this.#unitsPerLevel = Math.ceil(max / levels);
  }

  /** Takes units for a holder. Returns the holders that have lost theirs for it, which may be the holder itself. */
  take(network: string, holder: Holder, units: number): readonly Holder[] {
    const share = this.#shares.get(network) ?? { network, units: 0, holders: new Map<Holder, number>() };
    this.#shares.set(network, share);
    const before = share.holders.get(holder) ?? 0;
    share.holders.delete(holder);
    share.holders.set(holder, before + units);
    this.#change(share, units);
    const lost: Holder[] = [];
    while (this.#held > this.#max) lost.push(this.#evict());
    return lost;
  }

  /** Gives back all units of a holder. */
  release(network: string, holder: Holder): void {
    const share = this.#shares.get(network);
    const units = share?.holders.get(holder);
    if (!share || units === undefined) return;
    share.holders.delete(holder);
    this.#change(share, -units);
  }

  #evict(): Holder {
    const [largest] = this.#ladder.at(-1) ?? [];
    const [holder] = largest?.holders.keys() ?? [];
    if (!largest || holder === undefined) throw new Error('A pool that is full has holders.');
    this.release(largest.network, holder);
    return holder;
  }

  /** Moves a share to the level of its new size. The last level of the ladder is never empty. */
  #change(share: Share<Holder>, units: number): void {
    this.#ladder[this.#levelOf(share)]?.delete(share);
    this.#held += units;
    share.units += units;
    if (share.holders.size === 0) this.#shares.delete(share.network);
    else {
      const level = this.#levelOf(share);
      for (let missing = this.#ladder.length; missing <= level; missing += 1) this.#ladder.push(new Set());
      this.#ladder[level]?.add(share);
    }
    while (this.#ladder.at(-1)?.size === 0) this.#ladder.pop();
  }

  #levelOf({ units }: Share<Holder>): number {
    return Math.ceil(units / this.#unitsPerLevel);
  }
}
