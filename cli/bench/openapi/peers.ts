import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import openApiDiff from 'openapi-diff';
import { z } from 'zod';
import type { Level } from '#generators/compare/change.ts';
import { descriptionOf, type Pair, partsOf, strictest, type Verdict } from './pairs.ts';

const Report = z.object({
  changes: z.array(z.object({ path: z.string(), impact: z.enum(['major', 'minor', 'patch']) })),
});

/** How `redocly diff` judges each pair: the pairs of one version of OpenAPI stand in one description. */
export function redoclyVerdicts(pairs: readonly Pair[]): Verdict[] {
  const verdicts = new Map<Pair, Verdict>();
  const apart = (pair: Pair) => (pair.in === 'document' ? pair.change : pair.openapi);
  for (const group of Map.groupBy(pairs, apart).values()) {
    const sides = (['before', 'after'] as const).map((side) => {
      const parts = group.map((pair, index) => partsOf(pair.in, pair[side], `/${index}`));
      const paths = Object.assign({}, ...parts.map((part) => Object(part).paths));
      return descriptionOf(group[0]?.openapi ?? '', { ...parts[0], paths });
    });
    const changes = redoclyDiff(sides);
    for (const [index, pair] of group.entries()) {
      const own = changes.filter(({ path }) => pair.in === 'document' || path.startsWith(`#/paths/~1${index}~1`));
      verdicts.set(pair, strictest(own.map(({ impact }): Level => (impact === 'major' ? 'breaking' : 'compatible'))));
    }
  }
  return pairs.map((pair) => verdicts.get(pair) ?? 'unseen');
}

function redoclyDiff(descriptions: readonly object[]): z.infer<typeof Report>['changes'] {
  const folder = mkdtempSync(join(tmpdir(), 'redocly-'));
  const files = descriptions.map((description, index) => {
    const file = join(folder, `${index}.json`);
    writeFileSync(file, JSON.stringify(description));
    return file;
  });
  const report = join(folder, 'report.json');
  execFileSync(process.execPath, [...redocly, ...files, '--format', 'json', '--fail-on', 'none', '--output', report], {
    stdio: 'ignore',
    env: quiet,
  });
  const { changes } = Report.parse(JSON.parse(readFileSync(report, 'utf8')));
  rmSync(folder, { recursive: true });
  return changes;
}

/** The arguments for Node with which Redocly compares two descriptions; large ones are deeper than the usual stack, most of all before they are optimized. */
export const redocly = ['--stack-size=7000', 'node_modules/@redocly/cli/bin/cli.js', 'diff'];

/** The environment in which Redocly reports to no server. */
export const quiet = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

/** How openapi-diff judges each pair. */
export async function openApiDiffVerdicts(pairs: readonly Pair[]): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const { openapi, in: place, before, after } of pairs) {
    const [sourceSpec, destinationSpec] = ([before, after] as const).map((value) => ({
      content: JSON.stringify(descriptionOf(openapi, partsOf(place, value, ''))),
      location: 'pair.json',
      format: 'openapi3' as const,
    }));
    if (!sourceSpec || !destinationSpec) throw new Error('A pair has two descriptions.');
    const found = await openApiDiff.diffSpecs({ sourceSpec, destinationSpec }).catch(() => undefined);
    const [breaking, others] = [found?.breakingDifferencesFound, found?.nonBreakingDifferences.length];
    verdicts.push(found ? (breaking ? 'breaking' : others ? 'compatible' : 'unseen') : 'refused');
  }
  return verdicts;
}
