import Table from 'cli-table3';
import type { Command } from 'commander';
import { pc } from '#conformance/report/colors.ts';
import { count } from '../diagnostics.ts';
import { UsageError } from '../failure.ts';
import type { Trace } from '../trace.ts';

/** Registers `tollwright trace`: every statement with its spec entries, rules and checks. */
export function register(program: Command): void {
  program
    .command('trace')
    .description('follow every statement of the documents to its spec entries, rules and checks')
    .option('--spec <folder>', 'folder of the specification', 'spec')
    .option('--json', 'print JSON')
    .option('--unaccounted', 'list the statements that no spec entry references and that are not excluded')
    .action(async (options: { spec: string; json?: boolean; unaccounted?: boolean }) => {
      const { readSpec } = await import('#generators/read.ts');
      const { trace } = await import('../trace.ts');
      const { model, diagnostics } = await readSpec(options.spec);
      if (!model)
        throw new UsageError(
          `${options.spec} has ${count(diagnostics.length, 'mistake')}. Run "tollwright check --spec ${options.spec}" to see them.`,
        );
      const traced = await trace(model);

      if (options.json) console.log(JSON.stringify(traced, null, 2));
      else if (options.unaccounted)
        for (const { id, text } of traced.unaccounted) console.log(`${pc.bold(id)}  ${text}`);
      else print(traced);
      if (traced.unaccounted.length > 0 || traced.unchecked.length > 0) process.exitCode = 1;
    });
}

function print({ rows, unaccounted, unchecked }: Trace): void {
  const table = new Table({
    head: ['document', 'kind', 'statements', 'encoded', 'excluded', 'rules', 'checks'],
    style: { head: [], border: [] },
    colAligns: ['left', 'left', 'right', 'right', 'right', 'right', 'right'],
  });
  for (const row of rows) table.push(Object.values(row).map(String));
  console.log(table.toString());
  const accounted = unaccounted.length === 0 ? pc.green('0 unaccounted') : pc.red(`${unaccounted.length} unaccounted`);
  const checked = unchecked.length === 0 ? pc.green('every rule of tier must has a check') : '';
  console.log(`${accounted}${checked && ', '}${checked}`);
  for (const id of unchecked) console.log(`${pc.red('no check')} ${id}`);
}
