import type { Json } from '../../model/types.ts';

/** Values that hosts have under one name each, kept apart where they differ. */
export class Variants {
  readonly #names = new Map<string, string>();
  readonly #values = new Map<string, Json>();

  /**
   * The name of a host's value, which follows later: its own where it is the first of that name, else with the host's
   * added. Those of one signature are the same.
   */
  reserve(name: string, host: string, signature: string): string {
    const key = `${name} ${signature}`;
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const fresh = this.#values.has(name) ? `${name}.${host}` : name;
    this.#names.set(key, fresh);
    this.#values.set(fresh, null);
    return fresh;
  }

  set(name: string, value: Json): void {
    this.#values.set(name, value);
  }

  /** Every value, sorted by name. */
  all(): Readonly<Record<string, Json>> {
    return Object.fromEntries([...this.#values].sort(([one], [other]) => (one < other ? -1 : 1)));
  }
}
