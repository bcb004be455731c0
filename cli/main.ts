#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { Command, CommanderError } from 'commander';
import { reportFailure } from './failure.ts';

enableCompileCache();

/** Commands in the order in which help lists them; each file registers itself. */
const commands = ['start', 'check', 'generate', 'serve', 'conform', 'price', 'trace'];

const program = new Command('tollwright')
  .description('One YAML specification of a pay-per-call AI gateway becomes everything that must agree with it.')
  .showHelpAfterError('(add --help for the options)')
  .exitOverride();

for (const name of commands) {
  const { register }: { register(program: Command): void } = await import(`./commands/${name}.ts`);
  register(program);
}

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
  else process.exitCode = reportFailure(error);
}
