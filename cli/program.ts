import { Command, CommanderError } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { reportFailure } from './failure.ts';

// A reader that closes the pipe early, such as `head`, has seen enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit();
  throw error;
});

/** Commands in the order in which help lists them; each file registers itself. */
const commands = [
  'init',
  'start',
  'check',
  'generate',
  'serve',
  'conform',
  'conform-client',
  'prove',
  'drift',
  'price',
  'wallet',
  'trace',
  'docs',
  'bundle',
  'release',
  'diff',
];

const program = new Command('tollwright')
  .description('One YAML specification of a pay-per-call AI gateway becomes everything that must agree with it.')
  .version(manifest.version, '--version')
  .showHelpAfterError('(add --help for the options)')
  .exitOverride();

// A command that is named is loaded alone; help and suggestions need all of them.
const named = commands.filter((name) => name === process.argv[2]);
for (const name of named.length > 0 ? named : commands) {
  const { register }: { register(program: Command): void } = await import(`./commands/${name}.ts`);
  register(program);
}

if (['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'].some((name) => process.env[name])) {
  const { useEnvironmentProxies } = await import('./proxies.ts');
  useEnvironmentProxies();
}

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
  else process.exitCode = reportFailure(error);
}
