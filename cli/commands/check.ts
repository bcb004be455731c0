import type { Command } from 'commander';
import type { Diagnostic } from '#generators/read.ts';
import { count, printDiagnostics } from '../diagnostics.ts';
import { specFolder, specHelp } from '../project.ts';

/** Registers `tollwright check`: prints every diagnostic of a specification. */
export function register(program: Command): void {
  program
    .command('check')
    .description('report every mistake in the specification')
    .option('--spec <folder>', specHelp)
    .option('--json', 'print JSON')
    .action(async (options: { spec?: string; json?: boolean }) => {
      const folder = specFolder(options);
      // Only the commands that need the model load its modules.
      const { readSpec } = await import('#generators/read.ts');
      const { emissionMistakes } = await import('#generators/emission.ts');
      const { model: read, diagnostics: found } = await readSpec(folder);
      const unwritable = read ? await emissionMistakes(read, folder) : [];
      const model = unwritable.length > 0 ? undefined : read;
      const diagnostics = [...found, ...unwritable];
      if (options.json) console.log(JSON.stringify({ diagnostics, rules: model?.rules.length ?? 0 }, null, 2));
      else print(diagnostics, model?.rules.length);
      if (!model) process.exitCode = 1;
    });
}

function print(diagnostics: readonly Diagnostic[], rules: number | undefined): void {
  const found = printDiagnostics(diagnostics);
  console.log(rules === undefined ? `${found}.` : `${found}; ${count(rules, 'rule')}.`);
}
