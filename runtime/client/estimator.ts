import { type Catalog, Rates } from '../money/catalog.ts';
import type { HostDefinition } from '../operation/host.ts';
import type { Route } from '../operation/operation.ts';
import { type Estimate, estimateOf, type Unknown } from './estimate.ts';
import { ratesIn } from './live-list.ts';
import type { Held } from './paying.ts';
import { QuoteRefused } from './quotes.ts';
import type { Parts } from './request.ts';
import { readData, type Sending, send } from './send.ts';

/** Estimates calls by the rates that are known: generated ones, and those of today once they have been read. */
export interface Estimator {
  /** Throws `InvalidCall` for a call that no gateway accepts. */
  estimate(route: Route, parts: Parts): Estimate;
  /** Takes columns of entries, in the form of the specification, in place of those of a generated catalog. */
  follow: Rates['follow'];
  /**
   * Signs a payment that an estimate allows. Where it is refused, the live lists of the catalogs that the price reads are
   * read, and the challenge is judged once more by their rates (core-557).
   */
  sign(call: EstimatedCall, sign: (estimate: Estimate) => Promise<Held>): Promise<Held>;
}

/** A call with its estimate. */
interface EstimatedCall {
  readonly route: Route;
  readonly parts: Parts;
  readonly estimate: Estimate;
}

/** What the estimates of a client depend on. */
interface Estimating {
  readonly host: HostDefinition;
  readonly sending: Sending;
  readonly unknown: Unknown;
  /** Unix seconds. */
  readonly now: () => number;
}

/** Seconds for which a live list is not read again. */
const fresh = 60;

/** Makes an estimator. */
export function createEstimator({ host, sending, unknown, now }: Estimating): Estimator {
  const rates = new Rates();
  /** When each live list was read, in unix seconds. */
  const readAt = new Map<unknown, number>();
  const estimate = (route: Route, parts: Parts) => rates.apply(() => estimateOf(route, parts, unknown));

  /** Takes the rates of a live list; one that cannot be read leaves the rates as they are. */
  async function readLive(catalog: Catalog<unknown>): Promise<void> {
    const route = host.routes.find(({ operation, auth }) => operation.id === catalog.live && auth === 'none');
    const last = readAt.get(catalog);
    if (!route || (last !== undefined && now() - last < fresh)) return;
    readAt.set(catalog, now());
    try {
      const answer = await send({ route, parts: {} }, sending);
      if (answer.ok) rates.follow(catalog, ratesIn(catalog, await readData(answer)));
      else await answer.discard();
    } catch {
      // The challenge is judged by the rates that are known.
    }
  }

  return {
    estimate,
    follow: (catalog, entries) => rates.follow(catalog, entries),
    async sign({ route, parts, estimate: known }, sign) {
      try {
        return await sign(known);
      } catch (error) {
        const { catalogs = [] } = known;
        if (!(error instanceof QuoteRefused) || catalogs.length === 0) throw error;
        for (const catalog of catalogs) await readLive(catalog);
        return sign(estimate(route, parts));
      }
    },
  };
}
