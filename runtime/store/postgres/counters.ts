import type { Counters } from '../counters.ts';
import { integer } from '../rows.ts';
import type { Database } from './database.ts';

/** A window that begins in the future has ended: the clock was set back. */
const isRunning = 'counters.resets_at > $2 and counters.resets_at <= excluded.resets_at';
const count = `
  insert into counters (name, count, resets_at) values ($1, 1, $2::bigint + $3::bigint)
  on conflict (name) do update set
    count = case when ${isRunning} then counters.count + 1 else 1 end,
    resets_at = case when ${isRunning} then counters.resets_at else excluded.resets_at end
  returning count, resets_at`;

/** Chance that a count also removes some counters whose windows have ended. */
const sweeping = 0.001;
const sweep = 'delete from counters where name in (select name from counters where resets_at <= $1 limit 1000)';

/** Counters in PostgreSQL, which all processes share. */
export function createCounters({ query }: Database, random: () => number = Math.random): Counters {
  return {
    async count(name, window, now) {
      const [row] = await query(count, name, now, window);
      if (!row) throw new Error(`The counter ${name} returned nothing.`);
      if (random() < sweeping) await query(sweep, now);
      return { count: Number(integer(row, 'count')), resetsAt: Number(integer(row, 'resets_at')) };
    },
  };
}
