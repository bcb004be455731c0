import type { Json } from '../../model/types.ts';

/** Values that hosts have under one name each, kept apart where they differ. */
export class Variants {
  /** Names by the signatures of the values that have the same name on their hosts. */
  readonly #names = new Map<string, Map<string, string>>();
  readonly #values = new Map<string, Json>();

  /**
   * The name of a host's value: its own where it is the first of that name, else with the host's added.
   *
   * Those of one signature are the same.
   */
  reserve(name: string, host: string, signature: string): string {
    const known = this.#names.get(name);
    const reserved = known?.get(signature);
    if (reserved !== undefined) return reserved;
    const fresh = known ? `${name}.${host}` : name;
    if (known) known.set(signature, fresh);
    else this.#names.set(name, new Map([[signature, fresh]]));
    return fresh;
  }

  /** True for a name whose value is known. */
  has(name: string): boolean {
    return this.#values.has(name);
  }

  set(name: string, value: Json): void {
    this.#values.set(name, value);
  }

  /** Every value, sorted by name. */
  all(): Readonly<Record<string, Json>> {
    return Object.fromEntries([...this.#values].sort(([one], [other]) => (one < other ? -1 : 1)));
  }
}
