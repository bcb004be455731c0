import { mapTexts } from '../common/json.ts';
import { conform } from '../conform.ts';
import type { Contract } from '../contract/contract.ts';
import { type Client, createClient } from '../http/client.ts';
import { causesOf } from '../report/causes.ts';
import { type RuleResult, reportVerdict } from '../report/report.ts';
import type { ConformOptions } from '../run/options.ts';
import { openSession } from '../run/session.ts';
import { setUp } from '../run/setup.ts';
import { type CatalogChange, driftOfCatalogs } from './catalogs.ts';
import { driftOfCharges } from './charges.ts';
import { driftOfCounts, recording } from './counts.ts';
import { driftOfDescriptions, readDocuments } from './descriptions.ts';
import { driftOfLimits } from './limits.ts';
import { withLiveFigures } from './live-figures.ts';
import { type Difference, movedKinds, type Part } from './moved.ts';
import { driftOfPrices } from './prices.ts';
import { servedSegments } from './segments.ts';

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
  'contract' | 'url' | 'host' | 'target' | 'seed' | 'timeout' | 'proxy' | 'env' | 'progress' | 'stop' | 'exhaust'
>;

/**
 * Compares a live host with a release, its contract, without paying. An API key of the target reads what is free with it.
 *
 * Throws `UsageError` for a URL at which no deployment answers.
 */
export async function drift(options: DriftOptions): Promise<DriftReport> {
  const started = new Date().toISOString();
  const { exhaust = false, ...others } = options;
  const bare = { ...others, level: 'free' } as const;
  const { target, contract } = await setUp(bare);
  const client = recording(createClient(new URL(target.url).origin, options));
  try {
    const free = { ...bare, segments: await servedSegments(client, contract, target) };
    const setup = await setUp(free);
    // A host may repeat the key that it was sent.
    const named = <T>(each: T) => mapTexts(each, (text) => setup.secrets.redact(text));
    const { run } = await openSession({ ...free, exhaust }, setup, { client });
    const catalogs = await driftOfCatalogs(run, contract);
    const documents = await readDocuments(run);
    const descriptions = driftOfDescriptions(contract, documents, target.url);
    const prices = await driftOfPrices(run, catalogs.changes);
    const charges = await driftOfCharges(run);
    const stated = await driftOfLimits(run, documents);
    const results = await judged(free, withLiveFigures(contract, catalogs.changes), client);
    // What is used up can no longer be read, so limits are counted last.
    const limits = joined(stated, await driftOfCounts(run, stated.open, client));
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

/** The results of all rules, without failures of prices that are right with the figures of the live catalogs. */
async function judged(options: ConformOptions, live: Contract, client: Client): Promise<readonly RuleResult[]> {
  const { results } = await conform(options, client);
  const failed = results.filter((result) => result.kind === 'price' && isFailing(result));
  if (failed.length === 0) return results;
  const only = failed.map(({ rule }) => rule);
  const again = await conform({ ...options, contract: live, only }, client);
  const right = new Set(again.results.filter(({ verdict }) => verdict === 'pass').map(({ rule }) => rule));
  return results.filter(({ rule }) => !right.has(rule));
}

/** True for a rule that fails, whether the documents state it or not. */
function isFailing(result: RuleResult): boolean {
  return ['fail', 'info'].includes(reportVerdict(result));
}

function joined(one: Part, other: Part): Part {
  return {
    moved: [...one.moved, ...other.moved],
    compared: one.compared + other.compared,
    unseen: [...one.unseen, ...other.unseen],
  };
}

/** Rules that fail, one for each cause, except those of prices and limits that moved. */
function driftOfRules(results: readonly RuleResult[], prices: Part, limits: Part): Part {
  const dear = new Set(prices.moved.map(({ id }) => id));
  const limited = limits.moved.map(({ id }) => id.replace('limit.', 'limits.'));
  const failing = results.filter(
    (result) =>
      isFailing(result) &&
      !(result.kind === 'price' && dear.has(`price.${result.operation}`)) &&
      !limited.some((id) => result.rule.startsWith(`${id}.`)),
  );
  const byRule = new Map(failing.map((result) => [result.rule, result]));
  return {
    moved: causesOf(failing).flatMap(({ rules: [first = '', ...more] }) => {
      const result = byRule.get(first);
      return result ? [differenceOf(result, more)] : [];
    }),
    compared: results.filter(({ verdict }) => verdict === 'pass' || verdict === 'fail').length,
    unseen: [],
  };
}

/** The difference that a failed rule shows, and others by the same cause. */
function differenceOf(
  { rule, operation, summary, detail, expected, actual, statements }: RuleResult,
  more: readonly string[],
): Difference {
  return {
    kind: rule.endsWith('.served') ? 'operation' : 'rule',
    id: `rule.${rule}`,
    ...(more.length > 0 && { also: more.map((each) => `rule.${each}`) }),
    text: `${summary}: ${detail ?? ''}`,
    ...(expected !== undefined && { before: expected }),
    ...(actual !== undefined && { after: actual }),
    ...(operation !== undefined && { request: operation }),
    statements,
  };
}
