import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { printDiagnostics } from '../diagnostics.ts';
import { UsageError } from '../failure.ts';
import { loadHosts } from '../hosts.ts';
import { generatedFolder, generatedHelp, specFolder, specHelp } from '../project.ts';

/** Registers `tollwright docs`: writes the documentation site of a specification as static files. */
export function register(program: Command): void {
  program
    .command('docs')
    .description('write the documentation site of the specification: static files that need no server')
    .argument('<folder>', 'output folder; other files in it stay')
    .option('--spec <dir>', specHelp)
    .option('--generated <folder>', generatedHelp)
    .action(async (folder: string, options: Options) => {
      const started = performance.now();
      const { readSpec } = await import('#generators/read.ts');
      const spec = specFolder(options);
      const { model, diagnostics } = await readSpec(spec);
      if (!model) throw new UsageError(`${spec} has errors: ${printDiagnostics(diagnostics)}.`);
      const { siteOf } = await import('#generators/docs/site.ts');
      const { bundleCalculators } = await import('../docs/bundle.ts');
      const { changesOf } = await import('../docs/changes.ts');
      const { examplesOf } = await import('../docs/examples.ts');
      const generated = generatedFolder(options);
      const [calculators, changes, examples] = await Promise.all([
        bundleCalculators(generated),
        changesOf(spec),
        loadHosts(generated).then((hosts) => examplesOf(model, hosts)),
      ]);
      const files = await siteOf(model, { calculators, changes, examples });
      for (const { path, text } of files) {
        const file = join(folder, path);
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, text);
      }
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      console.log(`${files.length} files in ${folder}, written in ${seconds} s. Open ${join(folder, 'index.html')}.`);
    });
}

interface Options {
  readonly spec?: string;
  readonly generated?: string;
}
