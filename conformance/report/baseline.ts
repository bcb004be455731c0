import { readFile } from 'node:fs/promises';
import { load } from 'js-yaml';
import { z } from 'zod';
import type { Contract } from '../contract/contract.ts';
import { suggest } from '../usage/suggest.ts';
import { UsageError } from '../usage/usage-error.ts';
import type { RuleResult } from './report.ts';

/** Known failures: rule ids with what is known of each. */
export type Baseline = ReadonlyMap<string, string>;

const unexplained = 'known failure';

/** A list of rule ids, with a reason or without, or the JSON report of an earlier run. */
const BaselineFile = z.union([
  z.array(z.union([z.string(), z.strictObject({ rule: z.string(), reason: z.string().optional() })])),
  z.looseObject({
    report: z.literal(1),
    results: z.array(z.looseObject({ rule: z.string(), verdict: z.string(), tier: z.string() })),
  }),
]);

/** Reads a file of known failures; throws `UsageError` when it is none, or when an entry matches no rule. */
export async function readBaseline(path: string, { rules, host }: Contract): Promise<Baseline> {
  const known = entriesOf(await contentOf(path));
  if (!known) {
    throw new UsageError(
      `${path} is no baseline: it takes a YAML list of rule ids, each alone or as {rule, reason}, or a report.json.`,
    );
  }
  const ids = new Set(rules.map(({ id }) => id));
  const astray = [...known.keys()].filter((id) => !ids.has(id));
  if (astray.length > 0) {
    const [first = ''] = astray;
    const more = astray.length > 1 ? ` (and ${astray.length - 1} more)` : '';
    throw new UsageError(
      `${path} knows "${first}"${more}, which is no rule of host "${host.id}".${suggest(first, [...ids])}`,
    );
  }
  return known;
}

async function contentOf(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new UsageError(`There is no baseline at ${path}.`);
  });
  try {
    return text.trimStart().startsWith('{') ? JSON.parse(text) : load(text);
  } catch {
    return undefined;
  }
}

function entriesOf(content: unknown): Baseline | undefined {
  const { data } = BaselineFile.safeParse(content);
  if (!data) return undefined;
  if (!Array.isArray(data)) {
    const failed = data.results.filter(({ verdict, tier }) => verdict === 'fail' && tier === 'must');
    return new Map(failed.map(({ rule }) => [rule, unexplained]));
  }
  return new Map(
    data.map((entry) => (typeof entry === 'string' ? [entry, unexplained] : [entry.rule, entry.reason ?? unexplained])),
  );
}

/** Marks the failures that are known, and tells which of the known ones hold by now. */
export function applyBaseline(
  results: readonly RuleResult[],
  baseline: Baseline,
): { readonly results: readonly RuleResult[]; readonly stale: readonly string[] } {
  return {
    results: results.map((result) => {
      const known = baseline.get(result.rule);
      return result.verdict === 'fail' && known !== undefined ? { ...result, known } : result;
    }),
    stale: results.filter(({ rule, verdict }) => verdict === 'pass' && baseline.has(rule)).map(({ rule }) => rule),
  };
}
