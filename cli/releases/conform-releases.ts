import { writeFile } from 'node:fs/promises';
import type { ConformOptions } from '#conformance/conform.ts';
import type { Contract, Operation } from '#conformance/contract/contract.ts';
import { compare } from '#generators/compare/compare.ts';
import type { Side } from '#generators/compare/side.ts';
import { statementTexts } from '#generators/model/build.ts';
import { openSide } from '../diff/open.ts';
import { UsageError } from '../failure.ts';
import { stoppable } from '../interrupted.ts';
import { findProject, specFolder } from '../project.ts';
import { countKept, type KeptRule, keptRules } from './kept.ts';

/** A release with the contract of a host. */
interface ReleaseContract {
  readonly name: string;
  readonly side: Side;
  readonly contract: Contract;
}

/** Opens the named releases, each with the contract of a host. */
export async function openReleases(names: readonly string[], host: string): Promise<readonly ReleaseContract[]> {
  const spec = findProject() === undefined ? 'spec' : specFolder({});
  return Promise.all(
    names.map(async (name) => {
      const side = await openSide(name, spec);
      const view = side.release.hosts.find((each) => each.host.id === host);
      if (!view) throw new UsageError(`The release ${name} has no host ${host}.`);
      // Releases are those of specifications, whose methods are the ones that contracts have.
      const operations = view.operations.filter(({ sends }) => sends === undefined) as readonly Operation[];
      return {
        name,
        side,
        contract: { ...view, operations, statements: statementTexts(view.rules, side.release.statements) },
      };
    }),
  );
}

/** Prints rule by rule which of two releases a deployment follows; returns 0 if it follows all rules of one of them. */
export async function conformToReleases(
  names: readonly [string, string],
  options: Omit<ConformOptions, 'contract' | 'progress' | 'stop'> & { readonly host: string },
  json: string | undefined,
): Promise<number> {
  const [older, newer] = await openReleases(names, options.host);
  if (!older || !newer) throw new UsageError('Two releases are expected: --release OLD --release NEW.');
  const only = options.only ?? differingRules(older.side, newer.side, options.host);
  if (only.length === 0) {
    console.log(`${older.name} and ${newer.name} ask for the same on ${options.host}: there is nothing to try.`);
    return 0;
  }

  const { conform } = await import('#conformance/conform.ts');
  const reports = [];
  for (const { name, contract } of [older, newer]) {
    const known = new Set(contract.rules.map(({ id }) => id));
    const own = only.filter((rule) => rule.includes('*') || known.has(rule));
    if (own.length === 0) {
      reports.push({ name, results: [] });
      continue;
    }
    process.stderr.write(`Checking ${own.length} rules of ${name} ...\n`);
    const onStop = () => process.stderr.write('Stopping: the table covers the rules checked so far.\n');
    const report = await stoppable(onStop, (stop) => conform({ ...options, only: own, contract, release: name, stop }));
    reports.push({ name, results: report.results });
  }
  const rules = keptRules(reports[0]?.results ?? [], reports[1]?.results ?? []);
  const counts = countKept(rules);
  const report = { releases: names, host: options.host, summary: counts, rules };
  if (json === '-') console.log(JSON.stringify(report, null, 2));
  else console.log(textOf(rules, names));
  if (json !== undefined && json !== '-') await writeFile(json, `${JSON.stringify(report, null, 2)}\n`);
  const isWhole = counts.neither === 0 && (counts.older === 0 || counts.newer === 0);
  return isWhole ? 0 : 1;
}

/** The rules that only one of two releases of a host has, or that a change is about. */
function differingRules(before: Side, after: Side, host: string): string[] {
  const [was, is] = [before, after].map(
    ({ release }) => new Set(release.hosts.find((view) => view.host.id === host)?.rules.map(({ id }) => id)),
  );
  const { changes } = compare(before, after);
  const spoken = changes.filter(({ hosts }) => hosts.includes(host)).flatMap(({ rules }) => rules);
  const alone = [...(was?.symmetricDifference(is ?? new Set<string>()) ?? [])];
  return [...new Set([...spoken, ...alone])].filter((id) => was?.has(id) || is?.has(id)).sort();
}

function textOf(rules: readonly KeptRule[], [older, newer]: readonly [string, string]): string {
  const words = { older, newer, both: 'both', neither: 'neither', untried: 'not tried' } as const;
  const columnWidth = Math.max(0, ...rules.map(({ rule }) => rule.length));
  // The detail is that of the release which is not kept.
  const failing = { older: `not ${newer}: `, newer: `not ${older}: `, both: '', neither: '', untried: '' } as const;
  const lines = rules.map(({ rule, keeps, detail }) =>
    [rule.padEnd(columnWidth), words[keeps], ...(detail === undefined ? [] : [`${failing[keeps]}${detail}`])].join(
      '  ',
    ),
  );
  const { older: was, newer: is, both, neither, untried } = countKept(rules);
  const kept = `It keeps ${older} in ${was} of ${rules.length} rules that differ, ${newer} in ${is}, both in ${both}, neither in ${neither}`;
  return [...lines, '', `${kept}; ${untried} could not be tried.`].join('\n');
}
