import { hash } from 'node:crypto';
import { uniformFloat32 } from 'pure-rand/distribution/uniformFloat32';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';

/** A sequence of numbers that depends on its seed alone. */
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

/** The sequences of a JSON value, by number; all of them cost one digest. */
export function randomsFrom(value: unknown): (index: number) => Random {
  const bytes = hash('sha256', JSON.stringify(value), 'buffer');
  const state = [0, 4, 8].map((offset) => bytes.readInt32BE(offset));
  const last = bytes.readInt32BE(12);
  return (index) => sequence([...state, last ^ index]);
}

/** Outputs after which similar states have nothing in common. */
const warmUp = 16;

function sequence(state: readonly number[]): Random {
  const generator = xoroshiro128plusFromState(state);
  for (let output = 0; output < warmUp; output += 1) generator.next();
  const integer = (low: number, high: number) => uniformInt(generator, low, high);
  return {
    next: () => uniformFloat32(generator),
    integer,
    pick: (items) => items[integer(0, items.length - 1)] ?? items[0],
  };
}
