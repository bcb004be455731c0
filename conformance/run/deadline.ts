/** A timeout that can be put off. */
export class Deadline {
  readonly #expire: () => void;
  #due: number;
  #timer: NodeJS.Timeout;

  /** Calls `expire` after some milliseconds, unless it is cleared before. */
  constructor(milliseconds: number, expire: () => void) {
    this.#expire = expire;
    this.#due = performance.now() + milliseconds;
    this.#timer = setTimeout(expire, milliseconds);
  }

  /** Puts the timeout off by some milliseconds. */
  extend(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#due += milliseconds;
    this.#timer = setTimeout(this.#expire, this.#due - performance.now());
  }

  /** Ends the timeout. */
  clear(): void {
    clearTimeout(this.#timer);
  }
}
