import { mapTexts } from '../common/json.ts';
import { conform } from '../conform.ts';
import { createClient } from '../http/client.ts';
import { type RuleResult, reportVerdict } from '../report/report.ts';
import type { ConformOptions } from '../run/options.ts';
import { openSession } from '../run/session.ts';
import { setUp } from '../run/setup.ts';
import { type CatalogChange, driftOfCatalogs } from './catalogs.ts';
import { driftOfCharges } from './charges.ts';
import { driftOfDescriptions } from './descriptions.ts';
import { driftOfLimits } from './limits.ts';
import { type Difference, movedKinds, type Part } from './moved.ts';
import { driftOfPrices } from './prices.ts';

type Comparison = 'quotes' | 'past charges' | 'limits' | 'catalog figures' | 'described operations' | 'rules';

/** A live host beside a release. */
export interface DriftReport {
  readonly drift: 1;
  readonly target: { readonly url: string; readonly host: string };
  /** ISO 8601. */
  readonly started: string;
  readonly moved: readonly Difference[];
  /** The number of comparisons by kind. */
  readonly compared: Readonly<Record<Comparison, number>>;
  readonly unseen: readonly string[];
  /** How the catalogs of the specification would follow. */
  readonly changes: readonly CatalogChange[];
}

/** The options of a comparison: those of a run that concern the target. Nothing is paid, whatever they say. */
export type DriftOptions = Pick<
  ConformOptions,
  'contract' | 'url' | 'host' | 'target' | 'seed' | 'timeout' | 'proxy' | 'env' | 'progress' | 'stop'
>;

/**
 * Compares a live host with a release, its contract, without paying. An API key of the target reads what is free with it.
 *
 * Throws `UsageError` for a URL at which no deployment answers.
 */
export async function drift(options: DriftOptions): Promise<DriftReport> {
  const started = new Date().toISOString();
  const free = { ...options, level: 'free' } as const;
  const setup = await setUp(free);
  const { target, contract } = setup;
  const client = createClient(new URL(target.url).origin, options);
  // A host may repeat the key that it was sent.
  const named = <T>(each: T) => mapTexts(each, (text) => setup.secrets.redact(text));
  try {
    const { run } = await openSession(free, setup, { client });
    const catalogs = await driftOfCatalogs(run, contract);
    const descriptions = await driftOfDescriptions(run, contract);
    const prices = await driftOfPrices(run);
    const charges = await driftOfCharges(run);
    const limits = await driftOfLimits(run);
    const { results } = await conform(free);
    const rules = driftOfRules(results, prices, limits);
    return {
      drift: 1,
      target: { url: target.url, host: target.host },
      started,
      moved: [prices, charges, limits, catalogs, descriptions, rules]
        .flatMap(({ moved }) => moved)
        .map(named)
        .toSorted((one, other) => movedKinds.indexOf(one.kind) - movedKinds.indexOf(other.kind)),
      compared: {
        quotes: prices.compared,
        'past charges': charges.compared,
        limits: limits.compared,
        'catalog figures': catalogs.compared,
        'described operations': descriptions.compared,
        rules: rules.compared,
      },
      unseen: [prices, charges, limits, catalogs, descriptions].flatMap(({ unseen }) => unseen),
      changes: catalogs.changes.map(named),
    };
  } finally {
    await client.close();
  }
}

/** Rules that fail, except those of prices and limits that moved: one cause is reported once. */
function driftOfRules(results: readonly RuleResult[], prices: Part, limits: Part): Part {
  const dear = new Set(prices.moved.map(({ id }) => id));
  const limited = limits.moved.map(({ id }) => id.replace('limit.', 'limits.'));
  const failing = results.filter(
    (result) =>
      ['fail', 'info'].includes(reportVerdict(result)) &&
      !(result.kind === 'price' && dear.has(`price.${result.operation}`)) &&
      !limited.some((id) => result.rule.startsWith(`${id}.`)),
  );
  return {
    moved: failing.map(({ rule, operation, summary, detail, expected, actual, statements }) => ({
      kind: rule.endsWith('.served') ? 'operation' : 'rule',
      id: `rule.${rule}`,
      text: `${summary}: ${detail ?? ''}`,
      ...(expected !== undefined && { before: expected }),
      ...(actual !== undefined && { after: actual }),
      ...(operation !== undefined && { request: operation }),
      statements,
    })),
    compared: results.filter(({ verdict }) => verdict === 'pass' || verdict === 'fail').length,
    unseen: [],
  };
}
