/** Bits in the order in which video standards write them. */
export class Bits {
  readonly #bytes: number[] = [];
  #byte = 0;
  #free = 8;

  /** Writes an unsigned number of so many bits. */
  number(value: number, width: number): this {
    for (let bit = width - 1; bit >= 0; bit -= 1) {
      this.#free -= 1;
      if (Math.floor(value / 2 ** bit) % 2 === 1) this.#byte |= 1 << this.#free;
      if (this.#free === 0) this.align();
    }
    return this;
  }

  /** Writes unsigned Exp-Golomb codes, which are short for small numbers. */
  codes(...values: readonly number[]): this {
    for (const value of values) {
      const length = Math.floor(Math.log2(value + 1));
      this.number(0, length).number(value + 1, length + 1);
    }
    return this;
  }

  /** Fills the last byte with zeros. */
  align(): this {
    if (this.#free < 8) this.#bytes.push(this.#byte);
    this.#byte = 0;
    this.#free = 8;
    return this;
  }

  /** Writes whole bytes; what is before them must be aligned. */
  append(bytes: Iterable<number>): this {
    for (const byte of bytes) this.#bytes.push(byte);
    return this;
  }

  /** Everything written so far, its last byte filled with zeros. */
  bytes(): readonly number[] {
    return this.align().#bytes;
  }
}
