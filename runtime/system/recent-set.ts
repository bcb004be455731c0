/** A set of texts that keeps those that were added last. */
export class RecentSet {
  readonly #max: number;
  readonly #texts = new Set<string>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Adds a text. Where there are too many, the one that was added longest ago goes. */
  add(text: string): void {
    this.#texts.delete(text);
    this.#texts.add(text);
    const [oldest] = this.#texts;
    if (this.#texts.size > this.#max && oldest !== undefined) this.#texts.delete(oldest);
  }

  has(text: string): boolean {
    return this.#texts.has(text);
  }

  delete(text: string): void {
    this.#texts.delete(text);
  }

  clear(): void {
    this.#texts.clear();
  }
}
