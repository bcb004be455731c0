/** Counts requests per surface and client in fixed windows of the gateway's own time. */
import { customs } from './customs.ts';
import { law } from './law.ts';
import { Refusal } from './wire.ts';
import { now, world } from './world.ts';

export function count(name: string, client: string): void {
  const limit = law.limits[name];
  if (limit === undefined) return;
  const key = law.limitKey(name, client);
  const at = now();
  const known = world.counters.get(key);
  const counter = known !== undefined && known.until > at ? known : { count: 0, until: at + limit.seconds * 1000 };
  world.counters.set(key, counter);
  counter.count++;
  if (counter.count <= limit.most) return;
  counter.until = customs.limits.afterRefusal(counter.until, at, limit.seconds);
  const after = Math.max(1, Math.ceil((counter.until - at) / 1000));
  throw new Refusal(
    429,
    { error: 'Rate limit exceeded' },
    {
      'x-ratelimit-reset': String(law.resetStamp(counter.until)),
      ...(customs.limits.tellsWhen(name) ? { 'retry-after': String(after) } : {}),
    },
  );
}
