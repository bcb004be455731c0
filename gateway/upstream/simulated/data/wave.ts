import type { Bar, BarsRequest } from '../../data-port.ts';
import { type Random, randomFrom, randomsFrom } from '../../seeded-random.ts';

/** A value at any time, in unix seconds. */
export type Wave = (seconds: number) => number;

/** Days that the swings of a wave take, from the slowest to the fastest, with their part of the whole. */
const swings = [
  { days: 410, part: 0.5 },
  { days: 63, part: 0.25 },
  { days: 9, part: 0.13 },
  { days: 1.1, part: 0.08 },
  { days: 0.13, part: 0.03 },
  { days: 0.007, part: 0.01 },
] as const;

/** A wave from -1 to 1 that belongs to any JSON value: the same at the same time on every call. */
export function wave(seed: unknown): Wave {
  const random = randomFrom([seed, 'wave']);
  const parts = swings.map(({ days, part }) => ({
    seconds: days * 86_400 * (0.8 + 0.4 * random.next()),
    part,
    phase: random.next(),
  }));
  return (at) => {
    let sum = 0;
    for (const { seconds, part, phase } of parts) sum += part * Math.sin(2 * Math.PI * (at / seconds + phase));
    return sum;
  };
}

/** Rounds to six significant digits, as prices are written. */
export function asPrice(value: number): number {
  return Number(value.toPrecision(6));
}

/** Samples of a bar, of which the highest and lowest price are taken. */
const looks = 4;

/** Computes the course of a wave, bar by bar; the last bar ends with the span. */
export function bars(price: Wave, { seconds, from, to, count }: BarsRequest, seed: unknown): readonly Bar[] {
  const last = Math.floor(to / seconds) * seconds;
  const first = Math.max(
    from === undefined ? Number.NEGATIVE_INFINITY : Math.ceil(from / seconds) * seconds,
    last - (count - 1) * seconds,
  );
  const length = Math.max(0, Math.round((last - first) / seconds) + 1);
  const volumes = randomsFrom([seed, 'volume']);
  return Array.from({ length }, (_, index) => {
    const time = first + index * seconds;
    return barOf(price, time, Math.min(time + seconds, to), volumes(time));
  });
}

function barOf(price: Wave, time: number, end: number, random: Random): Bar {
  const open = price(time);
  const close = price(end);
  let high = Math.max(open, close);
  let low = Math.min(open, close);
  for (let look = 1; look < looks; look += 1) {
    const seen = price(time + ((end - time) * look) / looks);
    high = Math.max(high, seen);
    low = Math.min(low, seen);
  }
  const volume = Math.round(10_000 * (0.2 + random.next()));
  return { time, open: asPrice(open), high: asPrice(high), low: asPrice(low), close: asPrice(close), volume };
}
