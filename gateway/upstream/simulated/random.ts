import { hash } from 'node:crypto';

/** A sequence of numbers that depends on nothing but what it was seeded with. */
export interface Random {
  /** A number from 0 (included) to 1 (excluded). */
  next(): number;
  /** An integer from `low` to `high`, both included. */
  integer(low: number, high: number): number;
  pick<T>(items: readonly [T, ...T[]]): T;
}

/** Hex digest of any JSON value; equal values have equal digests. */
export function digest(value: unknown): string {
  return hash('sha256', JSON.stringify(value));
}

/** Starts the sequence that belongs to a JSON value. */
export function randomFrom(value: unknown): Random {
  return randomsFrom(value)(0);
}

/** The sequences that belong to a JSON value, by number: many of them cost one digest. */
export function randomsFrom(value: unknown): (index: number) => Random {
  const seed = Number.parseInt(digest(value).slice(0, 8), 16);
  return (index) => sequence(seed ^ Math.imul(index, 0x9e3779b1));
}

/** Mulberry32: one word of state is plenty for made-up answers. */
function sequence(seed: number): Random {
  let state = seed;

  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  }
  const integer = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));

  return {
    next,
    integer,
    pick: (items) => items[integer(0, items.length - 1)] ?? items[0],
  };
}
