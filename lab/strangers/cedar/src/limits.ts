import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context, MiddlewareHandler } from 'hono';
import { ApiError } from './errors.ts';
import { on } from './fault.ts';
import { onReset, world } from './world.ts';

/** Fixed windows by the gateway's clock; a window opens with the first request that finds none open. */
interface Window {
  start: number;
  used: number;
}
const windows = new Map<string, Window>();
onReset(() => windows.clear());

export interface Verdict {
  ok: boolean;
  remaining: number;
  resetAt: number;
  retryAfter: number;
}

export function take(bucket: string, limit: number, windowMs: number): Verdict {
  const now = world.now();
  let w = windows.get(bucket);
  if (!w || now >= w.start + windowMs || now < w.start) {
    w = { start: now, used: 0 };
    windows.set(bucket, w);
  } else if (on('limit-window-renewed')) w.start = now;
  const resetAt = w.start + windowMs;
  const retryAfter = Math.max(1, Math.ceil((resetAt - now) / 1000));
  if (w.used >= limit) return { ok: false, remaining: 0, resetAt, retryAfter };
  w.used += 1;
  return { ok: true, remaining: limit - w.used, resetAt, retryAfter };
}

/** The peer's own address: no proxy in front is trusted to name another. */
export function clientIp(c: Context): string {
  return getConnInfo(c).remote.address ?? 'unknown';
}

export function refuse(v: Verdict): never {
  throw new ApiError(
    429,
    { error: 'Rate limit exceeded' },
    { 'X-RateLimit-Reset': String(v.resetAt), 'Retry-After': String(v.retryAfter) },
  );
}

export const HOUR = 3_600_000;
export function perIp(name: string, limit: number, windowMs: number): MiddlewareHandler {
  return async (c, next) => {
    const v = take(`${name}|${clientIp(c)}`, limit, windowMs);
    if (!v.ok) refuse(v);
    await next();
  };
}

/** Starts and refreshes of a face link count alike. */
export const faceInitLimit: MiddlewareHandler = async (c, next) => {
  const spared = on('face-refresh-uncounted') && (await c.req.text()).includes('"groupId"');
  if (spared) return next();
  return perIp('face-init', 10, HOUR)(c, next);
};
