import { onReset } from './state.ts';

let offset = 0;
onReset(() => {
  offset = 0;
});

/** The time of the gateway in milliseconds. */
export function now(): number {
  return Date.now() + offset;
}

/** The time of the gateway in whole unix seconds. */
export function nowSeconds(): number {
  return Math.floor(now() / 1000);
}

/** Moves the time of the gateway forward. */
export function advance(seconds: number): void {
  offset += seconds * 1000;
}

/** ISO 8601 in UTC. */
export function iso(time: number): string {
  return new Date(time).toISOString();
}

/** Real waiting, which the clock offset does not shorten. */
export function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
