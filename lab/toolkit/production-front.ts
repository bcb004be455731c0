/** A front like that of a production deployment: far away, limited, and with connections that break. */

import { setTimeout as delay } from 'node:timers/promises';
import { randomFrom } from '#gateway/upstream/seeded-random.ts';
import { type Proxy as ServingProxy, startProxy, type WireResponse } from './proxy.ts';

/** How a front treats requests. */
export interface FrontOptions {
  readonly seed: number;
  /** Milliseconds that each response takes in addition. */
  readonly latency: number;
  /** Requests that it takes a second; others get 429. */
  readonly rate: number;
  /** One request of so many loses its connection: half of them before the response, half within it. */
  readonly oneCutOf: number;
}

/** A front that serves, with the counts of what it did to requests. */
export interface Front extends ServingProxy {
  readonly counts: { readonly limited: number; readonly cut: number };
}

/** Starts a front before another origin; it closes connections that are idle for 5 seconds, as Node does by default. */
export async function startFront(origin: string, { seed, latency, rate, oneCutOf }: FrontOptions): Promise<Front> {
  const random = randomFrom(seed);
  const counts = { limited: 0, cut: 0 };
  const isAllowed = bucketOf(rate);
  const proxy = await startProxy(origin, async (request, forward) => {
    await delay(latency);
    if (!isAllowed()) {
      counts.limited += 1;
      return { status: 429, headers: { 'content-type': 'text/plain', 'retry-after': '1' }, body: 'Slow down.' };
    }
    const response = await forward({ ...request, headers: { ...request.headers, host: new URL(proxy.url).host } });
    if (random.next() * oneCutOf >= 1) return quiet(response);
    counts.cut += 1;
    if (random.next() < 0.5) return { ...response, lost: true };
    return { ...response, body: response.body.slice(0, response.body.length / 2), truncated: true };
  });
  return { ...proxy, counts };
}

/** Node would say after which time it closes an idle connection, which many fronts do not. */
function quiet(response: WireResponse): WireResponse {
  return { ...response, headers: { ...response.headers, connection: 'keep-alive' } };
}

/** Takes at most `rate` requests in each second, evenly refilled. */
function bucketOf(rate: number): () => boolean {
  let tokens = rate;
  let last = performance.now();
  return () => {
    const now = performance.now();
    tokens = Math.min(rate, tokens + ((now - last) / 1000) * rate);
    last = now;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}
