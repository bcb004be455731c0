import { stat } from 'node:fs/promises';
import type { Command } from 'commander';
import pc from 'picocolors';
import { type Paint, render } from '#generators/diagnostics/render.ts';
import type { Diagnostic } from '#generators/read.ts';
import { UsageError } from '../failure.ts';

const paint: Paint = { place: pc.cyan, error: pc.red, warning: pc.yellow, code: pc.dim };

/** Registers `tollwright check`: every mistake of a specification at once. */
export function register(program: Command): void {
  program
    .command('check')
    .description('report every mistake of the specification')
    .option('--spec <dir>', 'spec folder', 'spec')
    .option('--json', 'print JSON')
    .action(async (options: { spec: string; json?: boolean }) => {
      const folder = await stat(options.spec).catch(() => undefined);
      if (!folder?.isDirectory()) throw new UsageError(`There is no folder "${options.spec}".`);

      // The model's modules are only loaded by the commands that need them.
      const { readSpec } = await import('#generators/read.ts');
      const { model, diagnostics } = await readSpec(options.spec);
      if (options.json) console.log(JSON.stringify({ diagnostics, rules: model?.rules.length ?? 0 }, null, 2));
      else print(diagnostics, model?.rules.length);
      if (!model) process.exitCode = 1;
    });
}

function print(diagnostics: readonly Diagnostic[], rules: number | undefined): void {
  for (const diagnostic of diagnostics) console.log(render(diagnostic, pc.isColorSupported ? paint : undefined));
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  const found = [count(errors, 'error'), count(diagnostics.length - errors, 'warning')].join(', ');
  console.log(rules === undefined ? `${found}.` : `${found}; ${count(rules, 'rule')}.`);
}

function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? '' : 's'}`;
}
