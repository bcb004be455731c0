import { digest, type Random, randomFrom } from '../../seeded-random.ts';

/** Subject of a made-up record. */
export interface About {
  /** Key of the record; records of one key are the same. */
  readonly key: string;
  /** Its index in its list. */
  readonly index: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Makes up one value of a record. */
export type Field = (random: Random, about: About) => unknown;

/** The fields of a kind of record by name. */
export type Shape = Readonly<Record<string, Field>>;

/** Makes up a record: same seed and key, same record. */
export function record(shape: Shape, seed: unknown, about: About): Readonly<Record<string, unknown>> {
  const random = randomFrom([seed, about.key]);
  return Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, field(random, about)]));
}

/** The key itself. */
export const key: Field = (_, about) => about.key;

/** The place in the list, from 1. */
export const rank: Field = (_, { index }) => index + 1;

/** An amount of USD to the cent; small ones are as likely as large ones. */
export function usd(low: number, high: number): Field {
  return (random) => Math.round(low * (high / low) ** random.next() * 100) / 100;
}

/** An amount of USD that may be a loss. */
export function gain(most: number): Field {
  return (random) => Math.round((random.next() * 2 - 1) * most * 100) / 100;
}

/** A share between 0 and 1, in thousandths. */
export const share: Field = (random) => random.integer(1, 999) / 1000;

export function count(low: number, high: number): Field {
  return (random) => random.integer(low, high);
}

export function oneOf(...items: readonly [string, ...string[]]): Field {
  return (random) => random.pick(items);
}

/** So many bytes in hex. */
export function hex(bytes: number): Field {
  return (random) => `0x${hexDigits(random.next(), bytes)}`;
}

/** The address of a wallet. */
export const address = hex(20);

/** A time at most so many seconds ago, in ISO 8601. It moves with the clock in steps of a minute. */
export function ago(seconds: number): Field {
  return (random, { now }) => isoTime(now - (now % 60_000) - random.integer(0, seconds) * 1000);
}

/** A time at most so many seconds ahead. */
export function ahead(seconds: number): Field {
  return (random, { now }) => isoTime(now - (now % 60_000) + random.integer(60, seconds) * 1000);
}

/** A list of records. */
export function listOf(shape: Shape, length: number): Field {
  return (random, about) => {
    const seed = random.next();
    return Array.from({ length }, (_, index) => record(shape, seed, { ...about, key: String(index), index }));
  };
}

/** Hex digits that belong to any JSON value. */
export function hexDigits(value: unknown, bytes: number): string {
  return digest(value)
    .slice(0, bytes * 2)
    .padEnd(bytes * 2, '0');
}

export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
