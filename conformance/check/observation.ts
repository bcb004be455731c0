import { AsyncLocalStorage } from 'node:async_hooks';
import type { Exchange } from '../http/exchange.ts';

/** The responses that a check has judged or rests on, by their status. */
export interface Observed {
  /** Requests with a response. */
  readonly requests: number;
  /** The number of responses of each status. */
  readonly responses: Readonly<Record<string, number>>;
}

/** The exchanges that a piece of work has seen: those that it made, and those that others made and shared with it. */
class Observation {
  readonly #own = new Set<Exchange>();
  readonly #shared = new Set<Observation>();

  add(exchange: Exchange): void {
    this.#own.add(exchange);
  }

  /** Adds what another piece of work sees, until it ends. */
  include(other: Observation): void {
    if (other !== this) this.#shared.add(other);
  }

  exchanges(all: Set<Exchange> = new Set(), visited: Set<Observation> = new Set()): ReadonlySet<Exchange> {
    if (visited.has(this)) return all;
    visited.add(this);
    for (const exchange of this.#own) all.add(exchange);
    for (const other of this.#shared) other.exchanges(all, visited);
    return all;
  }
}

const current = new AsyncLocalStorage<Observation>();
const observations = new WeakMap<Promise<unknown>, Observation>();

/** Runs a check and returns its result with the responses that it has seen. */
export async function observing<T>(
  check: () => Promise<T>,
): Promise<{ readonly result: T; readonly observed: Observed }> {
  const observation = new Observation();
  const result = await current.run(observation, check);
  const seen = [...observation.exchanges()];
  const byStatus = Map.groupBy(seen, ({ received }) => received.rawStatus ?? received.status);
  const responses = Object.fromEntries([...byStatus].map(([status, { length }]) => [status, length]));
  return { result, observed: { requests: seen.length, responses } };
}

/** Runs work and collects every exchange that it has seen, whether it ends or throws. */
export async function collecting<T>(
  work: () => Promise<T>,
): Promise<{ readonly ended: PromiseSettledResult<T>; readonly exchanges: ReadonlySet<Exchange> }> {
  const observation = new Observation();
  const [ended] = await Promise.allSettled([current.run(observation, work)]);
  return { ended, exchanges: observation.exchanges() };
}

/** Adds a response to those that the current check has seen. */
export function observe(exchange: Exchange): void {
  current.getStore()?.add(exchange);
}

/** Starts work whose result several checks share: each of them sees the responses of the work. */
export function shareable<T>(work: () => Promise<T>): Promise<T> {
  const own = new Observation();
  const result = current.run(own, work);
  observations.set(result, own);
  return shared(result);
}

/** The result of shared work, whose responses the current check sees as well. */
export function shared<T>(result: Promise<T>): Promise<T> {
  const own = observations.get(result);
  if (own) current.getStore()?.include(own);
  return result;
}
