import { type Command, Option } from 'commander';
import type { Reader } from '#generators/compare/change.ts';
import type { Baseline } from '../diff/accepted.ts';
import { formats, print } from '../diff/formats/print.ts';
import type { DiffReport } from '../diff/report.ts';
import { outputFile } from '../options.ts';
import { findProject, specFolder, specHelp } from '../project.ts';

interface Options {
  readonly spec?: string;
  readonly for?: Reader;
  readonly format: (typeof formats)[number];
  readonly failOn: 'breaking' | 'risky' | 'compatible' | 'never';
  readonly baseline?: string;
  readonly rest?: string;
}

/** Registers `tollwright diff`: lists the changes between two releases, and whom they break. */
export function register(program: Command): void {
  program
    .command('diff')
    .description('compare two releases, git revisions, folders or OpenAPI descriptions by meaning')
    .argument('<old>', 'older release: a folder, a file, a release name or a git revision')
    .argument('<new>', 'newer release')
    .option('--spec <folder>', specHelp)
    .addOption(
      new Option('--for <reader>', 'show the changes for one reader').choices(['callers', 'operators', 'suite']),
    )
    .addOption(new Option('--format <format>', 'output format').choices(formats).default('text'))
    .addOption(
      new Option('--fail-on <level>', 'exit 1 for changes of this level or a stricter one')
        .choices(['breaking', 'risky', 'compatible', 'never'])
        .default('breaking'),
    )
    .option(
      '--rest <file>',
      'write the whole report to this file too, where Markdown leaves out a part to fit a comment',
      outputFile,
    )
    .option('--baseline <file>', 'accepted changes: a YAML list of "<kind> <subject>", or an earlier JSON report')
    .addHelpText('after', '\nExample:\n  tollwright diff 1.0.0 spec --for callers\n')
    .action(async (before: string, after: string, options: Options) => {
      const { openSide } = await import('../diff/open.ts');
      const { levels, readers, reportOf, worst } = await import('../diff/report.ts');
      // Two files need no project around them.
      const spec = options.spec === undefined && findProject() === undefined ? 'spec' : specFolder(options);
      const chosen = options.for ? [options.for] : readers;
      const sides = [await openSide(before, spec), await openSide(after, spec)] as const;
      const report = await reportOf(...sides, chosen, await accepted(options.baseline));
      console.log(await print(options.format, report, chosen, { sides, folder: spec }));
      if (options.rest !== undefined) await writeWhole(options.rest, report, chosen);
      const failing = options.failOn === 'never' ? [] : levels.slice(0, levels.indexOf(options.failOn) + 1);
      const isFailing = report.changes.some((change) => failing.some((level) => level === worst(change, chosen)));
      if (isFailing || report.stale.length > 0) process.exitCode = 1;
    });
}

/** Writes a report as Markdown, however long it is. */
async function writeWhole(file: string, report: DiffReport, chosen: readonly Reader[]): Promise<void> {
  const { wholeMarkdownOf } = await import('../diff/formats/markdown.ts');
  const { writeFile } = await import('node:fs/promises');
  await writeFile(file, `${wholeMarkdownOf(report, chosen)}\n`);
}

/** The changes that a baseline accepts; a reader of baselines is loaded where there is one. */
async function accepted(file: string | undefined): Promise<Baseline> {
  return file === undefined ? [] : (await import('../diff/baseline.ts')).readBaseline(file);
}
