import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { finished } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import type { Command } from 'commander';
import { suggest } from '#conformance/common/usage-error.ts';
import type { HostFiles, Project } from '#lab/prove/task.ts';
import { UsageError } from '../failure.ts';
import { interrupted } from '../interrupted.ts';
import { wholeNumber } from '../options.ts';
import { generatedFolder, generatedHelp, isBuiltIn } from '../project.ts';

/** Registers `tollwright prove`: tests whether the suite finds every way to break the specification. */
export function register(program: Command): void {
  program
    .command('prove')
    .description('break the gateway in every way that the specification allows, and show which check finds each')
    .option('--host <host...>', 'only these hosts (default: every host)')
    .option('--generated <folder>', generatedHelp)
    .option('--only <rule...>', 'only mutants of these rules; * stands for any text')
    .option('--sample <count>', 'number of mutants of each host; the seed chooses them', wholeNumber(1))
    .option('--seed <number>', 'the same seed chooses the same mutants', wholeNumber(), 1)
    .option('--workers <count>', 'mutants tried at the same time', wholeNumber(1, 64), 2)
    .option('--report <folder>', 'write the kill matrix as index.html and prove.json, and verdicts.jsonl as they come')
    .option('--json <file>', 'write the kill matrix as JSON; - prints it instead of text')
    .addHelpText('after', help)
    .action(async (options: Options) => {
      process.exitCode = await run(options);
    });
}

const help = `
In a project it breaks the gateway of the project, which calls the providers that environment variables name.
Ctrl-C ends it early and prints the matrix so far.
Exit code: 0 every mutant is caught or equivalent, 1 some survive, 2 the proof could not start or is incomplete.

Example:
  tollwright prove --only 'search.*' --report report/prove
`;

interface Options {
  readonly host?: readonly string[];
  readonly only?: readonly string[];
  readonly sample?: number;
  readonly seed: number;
  readonly workers: number;
  readonly report?: string;
  readonly json?: string;
  readonly generated?: string;
}

async function run({ host, only, sample, seed, workers, report, json, ...folders }: Options): Promise<number> {
  const { readContract } = await import('#conformance/contract/contract.ts');
  const { chooseTasks } = await import('#lab/prove/task.ts');
  const { prove } = await import('#lab/prove/prove.ts');
  const { matrixOf } = await import('#lab/prove/matrix.ts');
  const { renderMatrix } = await import('#lab/prove/terminal.ts');
  const { renderHtml } = await import('#lab/prove/html.ts');
  const { showProof } = await import('#lab/prove/terminal.ts');

  const started = performance.now();
  const generated = generatedFolder(folders);
  const project = projectOf(generated);
  const files = await filesOf(generated, host, project);
  const contracts = await Promise.all(Object.values(files).map(({ contract }) => readContract(contract)));
  const faults = project === undefined ? (await import('#lab/faults/index.ts')).faults : [];
  const choice = {
    seed,
    faults,
    ...(only && { only }),
    ...(sample !== undefined && { sample }),
  };
  const tasks = chooseTasks(contracts, choice);
  if (tasks.length === 0)
    throw new UsageError(
      `No mutant breaks ${only ? `a rule that matches ${only.join(' or ')}` : 'a rule of these hosts'}.`,
    );

  if (report !== undefined) await mkdir(report, { recursive: true });
  const lines = report === undefined ? undefined : createWriteStream(join(report, 'verdicts.jsonl'));
  const progress = showProof(process.stderr, tasks.length);
  const stop = new AbortController();
  void interrupted().then(() => stop.abort());
  const verdicts = await prove({
    ...{ hosts: files, tasks, workers, stop: stop.signal },
    onVerdict(verdict) {
      lines?.write(`${JSON.stringify(verdict)}\n`);
      progress.add(verdict);
    },
  }).finally(progress.end);
  if (lines) await finished(lines.end());

  const missing = tasks.length - verdicts.length;
  const partial = missing > 0 ? `Ended early: ${missing} of ${tasks.length} mutants were not tried.` : undefined;
  const matrix = matrixOf(verdicts, partial);
  const seconds = Math.round((performance.now() - started) / 100) / 10;
  const text = JSON.stringify({ prove: 1, seed, seconds, ...matrix, verdicts }, null, 2);
  if (json === '-') console.log(text);
  else process.stdout.write(`${renderMatrix(matrix)}${seconds} s\n`);
  if (json !== undefined && json !== '-') await writeFile(json, text);
  if (report !== undefined) {
    await writeFile(join(report, 'prove.json'), text);
    await writeFile(join(report, 'index.html'), renderHtml(matrix, verdicts));
  }
  return partial !== undefined ? 2 : matrix.survivors.length > 0 ? 1 : 0;
}

/** The project of a generated folder; `undefined` for the built-in service. */
function projectOf(generated: string): Project | undefined {
  if (isBuiltIn(generated)) return undefined;
  const gateway = resolve(dirname(generated), 'gateway.ts');
  if (!existsSync(gateway))
    throw new UsageError(
      `There is no ${gateway}, which serves the hosts of ${generated}: without it there is no gateway to break.`,
    );
  const urlOf = (path: string) => pathToFileURL(resolve(generated, path)).href;
  return { hosts: urlOf('hosts/index.ts'), gateway: pathToFileURL(gateway).href, machines: urlOf('machines/') };
}

async function filesOf(
  generated: string,
  hosts: readonly string[] | undefined,
  project: Project | undefined,
): Promise<Readonly<Record<string, HostFiles>>> {
  const folder = join(generated, 'contracts');
  const files = await readdir(folder).catch(() => {
    throw new UsageError(`There are no contracts in ${folder}. Run "tollwright generate" to write them.`);
  });
  const known = files.filter((file) => file.endsWith('.json')).map((file) => basename(file, '.json'));
  const unknown = hosts?.find((host) => !known.includes(host));
  if (unknown !== undefined) {
    throw new UsageError(`There is no host "${unknown}".${suggest(unknown, known)} Known hosts: ${known.join(', ')}.`);
  }
  const chosen = (hosts ?? known).map((host) => {
    const target = join(generated, 'targets', `${host}.yaml`);
    return [
      host,
      { contract: join(folder, `${host}.json`), ...(existsSync(target) && { target }), ...(project && { project }) },
    ] as const;
  });
  return Object.fromEntries(chosen);
}
