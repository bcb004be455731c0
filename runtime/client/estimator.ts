import { type Catalog, Rates } from '../money/catalog.ts';
import type { HostDefinition } from '../operation/host.ts';
import type { Route } from '../operation/operation.ts';
import { type Estimate, estimateOf, type UnknownPolicy } from './estimate.ts';
import { ratesIn } from './live-list.ts';
import type { SignedPayment } from './paying.ts';
import { QuoteRefused } from './quotes.ts';
import type { Parts } from './request.ts';
import { type ConnectionOptions, readData, send } from './send.ts';

/** Estimates calls by the generated rates, and by today's rates once it has read them. */
export interface Estimator {
  /** Throws `InvalidCall` for a call that no gateway accepts. */
  estimate(route: Route, parts: Parts): Estimate;
  /** Replaces columns of entries of a generated catalog. Entries have the form of the specification. */
  follow: Rates['follow'];
  /**
   * Signs a payment that an estimate allows. If it is refused, the estimator reads the live lists of the catalogs that the
   * price depends on, and judges the challenge once more by their rates (core-557).
   */
  sign(call: EstimatedCall, sign: (estimate: Estimate) => Promise<SignedPayment>): Promise<SignedPayment>;
}

/** A call with its estimate. */
interface EstimatedCall {
  readonly route: Route;
  readonly parts: Parts;
  readonly estimate: Estimate;
}

/** Dependencies of an estimator. */
interface EstimatorOptions {
  readonly host: HostDefinition;
  readonly connection: ConnectionOptions;
  readonly unknown: UnknownPolicy;
  /** Unix seconds. */
  readonly now: () => number;
}

/** Seconds between two reads of a live list. */
const refreshInterval = 60;

/** Makes an estimator. */
export function createEstimator({ host, connection, unknown, now }: EstimatorOptions): Estimator {
  const rates = new Rates();
  /** When each live list was read, in unix seconds. */
  const readAt = new Map<unknown, number>();
  const estimate = (route: Route, parts: Parts) => rates.apply(() => estimateOf(route, parts, unknown));

  /** Takes the rates of a live list. If the list cannot be read, the rates stay as they are. */
  async function readLive(catalog: Catalog<unknown>): Promise<void> {
    const route = host.routes.find(({ operation, auth }) => operation.id === catalog.live && auth === 'none');
    const last = readAt.get(catalog);
    if (!route || (last !== undefined && now() - last < refreshInterval)) return;
    readAt.set(catalog, now());
    try {
      const answer = await send({ route, parts: {} }, connection);
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
