import { dirname, join } from 'node:path';
import { type Command, Option } from 'commander';
import { suggest } from '#conformance/common/usage-error.ts';
import { pc } from '#conformance/report/colors.ts';
import type { Model } from '#generators/model/types.ts';
import type { OutputChanges } from '#generators/output/write.ts';
import type { Diagnostic } from '#generators/read.ts';
import { count, printDiagnostics } from '../diagnostics.ts';
import { UsageError } from '../failure.ts';
import type { Handlers } from '../init/handlers.ts';
import { outFolder, specFolder, specHelp } from '../project.ts';

/** Options of `generate`. */
export interface GenerateOptions {
  readonly spec: string;
  readonly out: string;
  /** Hosts whose files are written; absent means all. */
  readonly host?: readonly string[];
  readonly check?: boolean;
  readonly json?: boolean;
  /** Writes again after each change of the specification, until Ctrl-C. */
  readonly watch?: boolean;
}

/** Options on the command line; the project provides omitted folders. */
type CommandOptions = Omit<GenerateOptions, 'spec' | 'out'> & Partial<Pick<GenerateOptions, 'spec' | 'out'>>;

/** Result of `generate`. Without `output` the specification has errors and nothing was written. */
export interface GenerateResult {
  readonly model?: Model;
  readonly diagnostics: readonly Diagnostic[];
  readonly output?: OutputChanges & { readonly files: number };
  /** Changes of the handlers of a project that has its own. */
  readonly handlers?: Handlers;
  readonly seconds: number;
}

/** Registers `tollwright generate`: writes every artifact of a specification, or checks that they are up to date. */
export function register(program: Command): void {
  program
    .command('generate')
    .description('write every artifact of the specification')
    .option('--spec <folder>', specHelp)
    .option('--out <folder>', 'output folder; other files in it are removed (default: generated/ beside the spec)')
    .option('--host <host...>', 'write only the files of these hosts')
    .option('--check', 'write nothing; exit 1 when a file is stale or orphaned')
    .option('--json', 'print JSON')
    .addOption(
      new Option('--watch', 'generate again after each change of the specification').conflicts(['check', 'json']),
    )
    .action(async (given: CommandOptions) => {
      const options: GenerateOptions = { ...given, spec: specFolder(given), out: given.out ?? outFolder(given) };
      const stop = options.json ? undefined : announce(`Reading ${options.spec} ...`);
      const result = await generate(options).finally(stop);
      if (options.watch) return watchSpec(result, options);
      if (options.json)
        console.log(JSON.stringify({ diagnostics: result.diagnostics, ...result.output, seconds: result.seconds }));
      else print(result, options);
      if (!isClean(result, options)) process.exitCode = 1;
    });
}

/** Prints a first result and one line for each change of the specification, until Ctrl-C. */
async function watchSpec(first: GenerateResult, options: GenerateOptions): Promise<void> {
  const { stoppable } = await import('../interrupted.ts');
  const { onChange } = await import('../watch.ts');
  print(first, options);
  const ready = () => console.log(`Watching ${options.spec}; Ctrl-C ends it.`);
  await stoppable(
    () => undefined,
    (stop) =>
      onChange(options.spec, stop, ready, async (changed) => {
        console.log(pc.dim(`${changed.join(', ')} changed ...`));
        print(await generate(options), options);
      }),
  );
}

/** Reads the specification and writes or checks its artifacts. */
export async function generate({ spec, out, host: hosts, check = false }: GenerateOptions): Promise<GenerateResult> {
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1000;
  const { requireOwn } = await import('#generators/output/write.ts');
  requireOwn(out);

  const { readSpec } = await import('#generators/read.ts');
  const { model, diagnostics } = await readSpec(spec);
  if (!model) return { diagnostics, seconds: seconds() };

  const known = model.hosts.map(({ host }) => host.id);
  const unknown = hosts?.find((host) => !known.includes(host));
  if (unknown !== undefined) throw new UsageError(`There is no host "${unknown}".${suggest(unknown, known)}`);

  const { emitAll, writeOutput } = await import('#generators/emit.ts');
  const { mistakeOf } = await import('#generators/emission.ts');
  const files = await emitAll(model).catch((error: unknown) => mistakeOf(error, spec));
  if (!Array.isArray(files)) return { diagnostics: [...diagnostics, files], seconds: seconds() };
  const output = writeOutput(files, out, { check, ...(hosts && { hosts }) });
  const { baseOf } = await import('#generators/reader/extends.ts');
  const { updateHandlers } = await import('../init/handlers.ts');
  const handlers = await updateHandlers(dirname(spec), model, { check, extending: baseOf(spec) !== undefined });
  return {
    model,
    diagnostics,
    output: { files: files.length, ...output },
    ...(handlers && { handlers }),
    seconds: seconds(),
  };
}

/** Prints a progress message after half a second. */
function announce(text: string): () => void {
  const timer = setTimeout(() => console.error(pc.dim(text)), 500);
  return () => clearTimeout(timer);
}

function isClean({ output, handlers }: GenerateResult, { check = false }: GenerateOptions): boolean {
  if (output === undefined || (handlers && handlers.orphaned.length > 0)) return false;
  return !(check && output.stale.length + output.orphaned.length + (handlers?.missing.length ?? 0) > 0);
}

function print(
  { diagnostics, output, handlers, seconds }: GenerateResult,
  { spec, out, check = false }: GenerateOptions,
): void {
  const found = printDiagnostics(diagnostics);
  if (!output) {
    console.log(`${found}; nothing was written.`);
    return;
  }
  const { files, written, stale, orphaned } = output;
  const total = `${count(files, 'file')} in ${out}`;
  const time = `${seconds.toFixed(seconds < 1 ? 2 : 1)} s`;

  if (!check) {
    console.log(`${pc.green('✓')} ${total}: ${written.length} written, ${orphaned.length} removed, in ${time}.`);
  } else if (stale.length + orphaned.length === 0) {
    console.log(`${pc.green('✓')} ${total} are up to date, checked in ${time}.`);
  } else {
    for (const path of stale) console.log(`  stale     ${path}`);
    for (const path of orphaned) console.log(`  orphaned  ${path}`);
    const remedy = 'Run "tollwright generate".';
    console.log(
      `${pc.red('✗')} ${total}: ${stale.length} stale, ${orphaned.length} orphaned, checked in ${time}. ${remedy}`,
    );
  }
  if (handlers) printHandlers(handlers, dirname(spec), check);
}

function printHandlers({ missing, orphaned }: Handlers, folder: string, check: boolean): void {
  for (const file of missing) console.log(`  ${check ? 'missing' : 'written'}   ${join(folder, file)}`);
  for (const file of orphaned)
    console.log(`  orphaned  ${join(folder, file)} serves no operation of the specification. Delete it.`);
}
