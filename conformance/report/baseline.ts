import { readFile } from 'node:fs/promises';
import { load } from 'js-yaml';
import { z } from 'zod';
import { suggest, UsageError } from '../common/usage-error.ts';
import type { Contract } from '../contract/contract.ts';
import type { RuleResult } from './report.ts';

/** Known failures: a reason for each rule id. */
export type Baseline = ReadonlyMap<string, string>;

const unexplained = 'known failure';

/** A list of rule ids, with or without a reason, or the JSON report of an earlier run. */
const BaselineFile = z.union([
  z.array(z.union([z.string(), z.strictObject({ rule: z.string(), reason: z.string().optional() })])),
  z.looseObject({
    report: z.literal(1),
    results: z.array(z.looseObject({ rule: z.string(), verdict: z.string(), tier: z.string() })),
  }),
]);

/** Reads a baseline file; throws `UsageError` when it is malformed or when an entry matches no rule. */
export async function readBaseline(path: string, { rules, host }: Contract): Promise<Baseline> {
  const known = entriesOf(await contentOf(path));
  if (!known) {
    throw new UsageError(
      `${path} is not a baseline. Expected a YAML list of rule ids, each as text or as {rule, reason}, or a report.json.`,
    );
  }
  const ids = new Set(rules.map(({ id }) => id));
  const unknown = [...known.keys()].filter((id) => !ids.has(id));
  if (unknown.length > 0) {
    const [first = ''] = unknown;
    const more = unknown.length > 1 ? ` (and ${unknown.length - 1} more)` : '';
    throw new UsageError(
      `${path} lists "${first}"${more}, which is not a rule of host "${host.id}".${suggest(first, [...ids])}`,
    );
  }
  return known;
}

async function contentOf(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new UsageError(`There is no baseline file at ${path}.`);
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

/** Marks the failures that the baseline lists; `stale` are the listed rules that pass. */
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
