/** Bytes of a tape before its text: how many have been written. */
const head = 4;

/**
 * The output of a program, in memory that its reader shares, so that it can be read whenever the program is stopped.
 *
 * Output that does not fit is dropped.
 */
export class Tape {
  readonly memory: SharedArrayBuffer;
  readonly #length: Int32Array;
  readonly #bytes: Uint8Array;

  constructor(memory: SharedArrayBuffer) {
    this.memory = memory;
    this.#length = new Int32Array(memory, 0, 1);
    this.#bytes = new Uint8Array(memory, head);
  }

  /** Makes a tape for so many bytes. */
  static ofSize(bytes: number): Tape {
    return new Tape(new SharedArrayBuffer(head + bytes));
  }

  write(data: Uint8Array): void {
    const written = Atomics.load(this.#length, 0);
    const fitting = data.subarray(0, this.#bytes.length - written);
    this.#bytes.set(fitting, written);
    Atomics.store(this.#length, 0, written + fitting.length);
  }

  /** The output so far; invalid UTF-8 is replaced. */
  text(): string {
    return Buffer.from(this.#bytes.slice(0, Atomics.load(this.#length, 0))).toString();
  }
}
