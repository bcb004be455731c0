let offsetMs = 0;

/** The gateway's time in milliseconds. */
export function nowMs(): number {
  return Date.now() + offsetMs;
}

/** The gateway's time in whole unix seconds. */
export function nowSeconds(): number {
  return Math.floor(nowMs() / 1000);
}

/** ISO 8601 text of a time in milliseconds. */
export function iso(ms: number): string {
  return new Date(ms).toISOString();
}

/** Move the gateway's time forward. */
export function advance(seconds: number): void {
  offsetMs += Math.round(seconds * 1000);
}

/** Back to the real time. */
export function resetClock(): void {
  offsetMs = 0;
}

/** Wait in real time. */
export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
