/** The admin interface of a gateway. It has its own origin, so that its paths cannot collide with those of the service. */

import { setTimeout as after } from 'node:timers/promises';
import type { Serve } from '../http/server.ts';
import type { Prometheus } from '../metrics/prometheus.ts';
import type { Store } from '../store/store.ts';

/** The data that the admin interface of a gateway shows. */
export interface AdminSource {
  readonly metrics: Pick<Prometheus, 'contentType' | 'text'>;
  /** Returns the reason why the gateway accepts no calls now; undefined when it does. */
  unready(): Promise<string | undefined>;
}

const plain = 'text/plain; charset=utf-8';

/** Answers `/live`, `/ready` and `/metrics`. */
export function serveAdmin({ metrics, unready }: AdminSource): Serve {
  const answer = (status: number, body: string, type = plain) => ({
    status,
    headers: { 'Content-Type': type, 'Cache-Control': 'no-store' },
    body,
  });
  return async ({ method, path, ip, headers }) => {
    if (isLoopback(ip) && !isOwnHost.test(headers.host ?? ''))
      return answer(421, 'On this machine, name the admin interface by its address or as localhost.\n');
    if (method !== 'GET' && method !== 'HEAD') return answer(405, 'The admin interface is only read.\n');
    if (path === '/live') return answer(200, 'live\n');
    if (path === '/metrics') return answer(200, await metrics.text(), metrics.contentType);
    if (path !== '/ready') return answer(404, 'The admin interface has /live, /ready and /metrics.\n');
    const reason = await unready();
    return answer(reason === undefined ? 200 : 503, `${reason ?? 'ready'}\n`);
  };
}

/**
 * Matches `Host` of a machine itself.
 *
 * A page in a browser on this machine may have a name that resolves to this machine (DNS rebinding); its requests have that
 * name.
 */
const isOwnHost = /^(localhost|[\d.]+|\[[\da-f:.]+\])(:\d+)?$/i;

function isLoopback(address: string): boolean {
  return address.startsWith('127.') || address === '::1';
}

/** Milliseconds within which a store that works has written. */
const patience = 2000;

/** Returns the reason why a store cannot serve calls now; undefined when it can. Removing a missing record is a write too. */
export async function faultOf({ records }: Pick<Store, 'records'>): Promise<string | undefined> {
  const written = records.remove('probe', 'probe').then(
    () => true,
    () => false,
  );
  const isWritten = await Promise.race([written, after(patience, false, { ref: false })]);
  return isWritten ? undefined : 'the store does not write';
}
