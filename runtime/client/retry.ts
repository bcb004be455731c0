import { retryAfter } from '../http/retry-after.ts';
import type { Incoming } from './send.ts';

/** How often a request is sent again, and when it may be. */
export interface Retries {
  readonly maxRetries: number;
  readonly signal: AbortSignal | undefined;
  /** Whether it may be sent again after so many milliseconds: a payment only while it is valid. */
  readonly mayRepeat: (wait: number) => boolean;
  /** Whether it may be sent again after its connection failed, so that its outcome is unknown. */
  readonly isRepeatable: boolean;
}

/** A response, and how often its request was sent before. */
export interface Answered {
  readonly answer: Incoming;
  readonly repeats: number;
}

/**
 * Sends a request again, exactly as it was, while the gateway is busy or fails.
 *
 * It waits for as long as the gateway says, and never less. Otherwise the waits are those of official clients.
 */
export async function retrying(
  attempt: () => Promise<Incoming>,
  { maxRetries, signal, mayRepeat, isRepeatable }: Retries,
): Promise<Answered> {
  for (let repeats = 0; ; repeats += 1) {
    const isOver = (wait: number) => repeats >= maxRetries || signal?.aborted || !mayRepeat(wait);
    let wait = usualWait(repeats);
    try {
      const answer = await attempt();
      const stated = retryAfter(answer.headers, Date.now());
      if (stated !== undefined) wait = stated * 1000;
      if (!isPassing(answer) || isOver(wait)) return { answer, repeats };
      await answer.discard();
    } catch (error) {
      // `fetch` throws a TypeError where the connection fails.
      if (!(error instanceof TypeError) || !isRepeatable || isOver(wait)) throw error;
    }
    await delay(wait, signal);
  }
}

/** Waits; rejects with the reason of the signal as soon as it is aborted. */
export function delay(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}

/**
 * Whether a response may be another one later: timeouts, conflicts, limits and failures, but not what a gateway will never do.
 *
 * A payment whose call has not ended is refused with the time after which the same request gets its answer.
 */
export function isPassing({ status, headers }: Pick<Incoming, 'status' | 'headers'>): boolean {
  if (status === 402) return 'retry-after' in headers;
  return [408, 409, 429].includes(status) || (status >= 500 && status !== 501);
}

/** Half a second, then twice as long each time up to eight, and up to a quarter less so that callers do not return at once. */
function usualWait(repeats: number): number {
  return Math.min(500 * 2 ** repeats, 8_000) * (1 - Math.random() / 4);
}
