import { dirname, resolve } from 'node:path';
import Table from 'cli-table3';
import type { Command } from 'commander';
import { suggest } from '#conformance/common/usage-error.ts';
import { pc } from '#conformance/report/colors.ts';
import type { Model } from '#generators/model/types.ts';
import { count } from '../diagnostics.ts';
import { UsageError } from '../failure.ts';
import { specFolder, specHelp } from '../project.ts';
import type { Trace } from '../trace.ts';

/** Registers `tollwright trace`: shows every statement with its spec entries, rules and checks. */
export function register(program: Command): void {
  program
    .command('trace')
    .description(
      'follow every statement of the documents, or one statement or rule, to its spec entries, rules and checks',
    )
    .argument('[id]', 'id of a statement or of a rule (default: count them all)')
    .option('--spec <folder>', specHelp)
    .option('--json', 'print JSON')
    .option('--unaccounted', 'list the statements that no spec entry references and that are not excluded')
    .action(async (id: string | undefined, options: { spec?: string; json?: boolean; unaccounted?: boolean }) => {
      const { readSpec } = await import('#generators/read.ts');
      const { trace } = await import('../trace.ts');
      const spec = specFolder(options);
      const { model, diagnostics } = await readSpec(spec);
      if (!model)
        throw new UsageError(
          `${spec} has ${count(diagnostics.length, 'mistake')}. Run "tollwright check --spec ${spec}" to see them.`,
        );
      if (id !== undefined) return printOne(model, id, spec);
      const traced = await trace(model);

      if (options.json) console.log(JSON.stringify(traced, null, 2));
      else if (options.unaccounted)
        for (const { id, text } of traced.unaccounted) console.log(`${pc.bold(id)}  ${text}`);
      else print(traced);
      if (traced.unaccounted.length > 0 || traced.unchecked.length > 0) process.exitCode = 1;
    });
}

async function printOne(model: Model, id: string, spec: string): Promise<void> {
  const { follow } = await import('../trace.ts');
  const { readResults } = await import('#lab/saboteurs/results.ts');
  const lines = follow(model, id, readResults(dirname(resolve(spec))));
  if (!lines) {
    const known = [...model.statements.keys(), ...model.rules.map((rule) => rule.id)];
    throw new UsageError(`There is no statement or rule "${id}".${suggest(id, known)}`);
  }
  for (const line of lines) console.log(line.startsWith(' ') ? line : pc.bold(line));
}

function print({ rows, hosts, unaccounted, unchecked }: Trace): void {
  const table = new Table({
    head: ['document', 'kind', 'statements', 'encoded', 'excluded', 'rules', 'checks'],
    style: { head: [], border: [] },
    colAligns: ['left', 'left', 'right', 'right', 'right', 'right', 'right'],
  });
  for (const row of rows) table.push(Object.values(row).map(String));
  console.log(table.toString());
  const tiers = new Table({
    head: ['host', 'must', 'can fail there', 'info', 'none'],
    style: { head: [], border: [] },
    colAligns: ['left', 'right', 'right', 'right', 'right'],
  });
  for (const row of hosts) tiers.push(Object.values(row).map(String));
  console.log(tiers.toString());
  const accounted = unaccounted.length === 0 ? pc.green('0 unaccounted') : pc.red(`${unaccounted.length} unaccounted`);
  const checked =
    unchecked.length === 0 ? pc.green('every rule of tier must that can be seen has a check on its host') : '';
  console.log(`${accounted}${checked && ', '}${checked}`);
  for (const id of unchecked) console.log(`${pc.red('no check')} ${id}`);
}
