import { retryAfter } from '../http/retry-after.ts';
import type { IncomingResponse } from './send.ts';

/** How often a request is sent again, and when it may be. */
export interface Retries {
  readonly maxRetries: number;
  readonly signal: AbortSignal | undefined;
  /** Whether it may be sent again after that many milliseconds. A payment must still be valid then. */
  readonly mayRepeat: (wait: number) => boolean;
  /** Whether it may be sent again after its connection failed, so that its outcome is unknown. */
  readonly isRepeatable: boolean;
}

/** A response, and how often its request was sent before. */
export interface RetryResult {
  readonly answer: IncomingResponse;
  readonly repeats: number;
}

/**
 * Sends a request again, exactly as it was, while the gateway is busy or fails.
 *
 * It waits for at least as long as the gateway says. If the gateway does not say, it waits like official clients.
 */
export async function retrying(
  attempt: () => Promise<IncomingResponse>,
  { maxRetries, signal, mayRepeat, isRepeatable }: Retries,
): Promise<RetryResult> {
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
 * Whether the same request may get a different response later: after timeouts, conflicts, limits and most failures.
 *
 * A 402 with `Retry-After` means that the call of this payment has not ended yet.
 */
export function isPassing({ status, headers }: Pick<IncomingResponse, 'status' | 'headers'>): boolean {
  if (status === 402) return 'retry-after' in headers;
  return [408, 409, 429].includes(status) || (status >= 500 && status !== 501);
}

/** Half a second, doubled each time up to eight seconds. Up to a quarter less, so that callers do not return together. */
function usualWait(repeats: number): number {
  return Math.min(500 * 2 ** repeats, 8_000) * (1 - Math.random() / 4);
}
