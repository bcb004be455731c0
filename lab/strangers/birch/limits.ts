import { nowMs } from './clock.ts';
import { on } from './faults.ts';
import { HttpError } from './http.ts';
import { state } from './state.ts';

/** A limit of calls in a window. Surfaces with the same name share their count. */
export interface Limit {
  name: string;
  max: number;
  seconds: number;
}

/** Limits of the documents. */
export const limits = {
  catalog: { name: 'catalog', max: 100, seconds: 3600 },
  health: { name: 'health', max: 60, seconds: on('health-hour') ? 3600 : 60 },
  faceInit: { name: 'face-init', max: 10, seconds: 3600 },
  faceRead: { name: 'face-read', max: 120, seconds: 3600 },
  social: { name: 'social', max: 120, seconds: 3600 },
} satisfies Record<string, Limit>;

/** Count one call of a client (an IP or a wallet); 429 above the limit. */
export function count(limit: Limit, client: string): void {
  const now = nowMs();
  const key = `${limit.name} ${client}`;
  const found = state.windows.get(key);
  const window = found && found.endsMs > now ? found : { endsMs: now + limit.seconds * 1000, used: 0 };
  state.windows.set(key, window);
  window.used += 1;
  if (window.used <= limit.max) return;
  if (on('face-init-penalty') && limit.name === 'face-init') window.endsMs = now + limit.seconds * 1000;
  throw new HttpError(
    429,
    { error: 'Rate limit exceeded' },
    {
      'X-RateLimit-Reset': String(on('reset-seconds') ? Math.ceil(window.endsMs / 1000) : window.endsMs),
      'Retry-After': String(Math.max(1, Math.ceil((window.endsMs - now) / 1000))),
    },
  );
}
