import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { suggest } from '#conformance/common/usage-error.ts';
import type { Verdict } from '#lab/clients/try-client.ts';
import manifest from '../../package.json' with { type: 'json' };
import { UsageError } from '../failure.ts';
import { loadHosts, sampleCallsOf, starterOf } from '../hosts.ts';
import { outputFile, port, wholeNumber } from '../options.ts';
import { generatedFolder, generatedHelp } from '../project.ts';

/** Registers `tollwright conform-client`: tests a client against the attacks of a hostile gateway. */
export function register(program: Command): void {
  program
    .command('conform-client')
    .description('test a client against a hostile gateway, one attack after the other')
    .argument('[command...]', 'command that runs the client, after --')
    .option('--host <host>', 'host profile (default: the one with the most attacks)')
    .option('--only <attack...>', 'names of attacks; * matches any text')
    .option('--list', 'list the attacks')
    .option('--generated <folder>', generatedHelp)
    .option('--port <number>', 'port of the hostile gateway, 0 for any free port', port, 0)
    .option('--timeout <seconds>', 'timeout of the client for each attack', wholeNumber(1), 20)
    .option('--json <file>', 'write the verdicts as JSON; - prints them instead of text', outputFile)
    .addHelpText('after', help)
    .action(async (command: readonly string[], options: Options) => {
      process.exitCode = await run(command, options);
    });
}

const help = `
The client makes the call that its environment describes and exits with code 0 only if it accepts the response:
TOLLWRIGHT_URL, TOLLWRIGHT_METHOD, TOLLWRIGHT_PATH, TOLLWRIGHT_BODY, TOLLWRIGHT_KIND (call, stream, job or free),
TOLLWRIGHT_OPERATION, TOLLWRIGHT_HOST, TOLLWRIGHT_PRICE (USD), PAY_TO, PAYER_KEY (a wallet of this run only), API_KEY.
Exit code: 0 the client rejected every attack, 1 it accepted an attack, 2 it could not be tested.

Example:
  tollwright conform-client -- node my-client.js
`;

interface Options {
  readonly host?: string;
  readonly only?: readonly string[];
  readonly list?: boolean;
  readonly generated?: string;
  readonly port: number;
  /** Seconds. */
  readonly timeout: number;
  readonly json?: string;
}

async function run(
  command: readonly string[],
  { host, only, list, port, timeout, json, ...folders }: Options,
): Promise<number> {
  const { attacks } = await import('#lab/hostile/index.ts');
  const generated = generatedFolder(folders);
  const sampleCalls = await sampleCallsOf(generated);
  const kinds = (id: string) => sampleCalls.filter(({ hosts: on }) => on.includes(id)).length;
  const hosts = await loadHosts(generated);
  const paid = Object.values(hosts).filter(({ auth }) => auth !== 'none');
  const named = host === undefined ? undefined : hosts[host];
  if (host !== undefined && named?.auth !== 'x402' && named?.auth !== 'bearer') {
    const known = paid.map(({ id }) => id);
    throw new UsageError(`There is no paid host "${host}".${suggest(host, known)} Known hosts: ${known.join(', ')}.`);
  }
  const chosen =
    named ?? paid.filter(({ payment }) => payment?.domain).toSorted((a, b) => kinds(b.id) - kinds(a.id))[0];
  if (!chosen) throw new UsageError('The specification has no paid host, so there is nothing to attack.');
  const own = attacks.filter(
    ({ pays, callKind, name }) =>
      pays.some((way) => way === chosen.auth) &&
      sampleCalls.some(({ kind, hosts: on }) => kind === callKind && on.includes(chosen.id)) &&
      isNamed(name, only),
  );
  if (own.length === 0)
    throw new UsageError(
      `There is no attack on ${chosen.id} named ${only?.join(' or ')}. List the attacks with --list.`,
    );
  if (list) {
    for (const { name, what } of own) console.log(`${name.padEnd(38)}${what}`);
    return 0;
  }
  if (command.length === 0)
    throw new UsageError('No client is given. Name its command after --, as in: -- node my-client.js');

  const { startHostile } = await import('#lab/hostile/start.ts');
  const { tryClient } = await import('#lab/clients/try-client.ts');
  const { commandClient } = await import('#lab/clients/command.ts');
  const gateway = await startHostile({ host: chosen, sampleCalls, start: await starterOf(generated) }, port);
  const results: Verdict[] = [];
  try {
    for await (const verdict of tryClient({ gateway, attacks: own, client: commandClient(command, timeout) })) {
      results.push(verdict);
      if (json !== '-') console.log(lineOf(verdict));
    }
  } finally {
    await gateway.close();
  }
  return report(chosen.id, results, json);
}

/** The name under which verdicts can be cited; the version is that of the package. */
const battery = { name: 'tollwright conform-client', version: manifest.version } as const;

async function report(host: string, results: readonly Verdict[], json: string | undefined): Promise<number> {
  const count = (which: Verdict['verdict']) => results.filter(({ verdict }) => verdict === which).length;
  const summary = { refused: count('refused'), fell: count('fell'), error: count('error') };
  const tried = results.filter(({ verdict }) => verdict !== 'error');
  const control = { fell: tried.filter((result) => result.control === 'fell').length, of: tried.length };
  const text = JSON.stringify({ client: 1, battery, host, summary, control, results }, null, 2);
  if (json === '-') console.log(text);
  else if (json !== undefined) await writeFile(json, `${text}\n`);
  if (json !== '-') {
    const errors = summary.error === 0 ? '' : `, ${summary.error} ${summary.error === 1 ? 'error' : 'errors'}`;
    console.log(`\n${summary.refused} passed, ${summary.fell} failed${errors}`);
    console.log(
      `${battery.name} ${battery.version}; the unsafe control client failed ${control.fell} of ${control.of}`,
    );
  }
  if (summary.error > 0) return 2;
  return summary.fell > 0 ? 1 : 0;
}

/** The verdict on the client by what became of an attack. */
const labels = { refused: 'pass', fell: 'fail', error: 'error' } as const;

function lineOf({ verdict, attack, what, detail, statements, control }: Verdict): string {
  const line = `${labels[verdict].padEnd(7)}${attack}`;
  if (verdict === 'refused') return control === 'fell' ? line : `${line}  (the unsafe control client passed, too)`;
  return `${line}: the gateway ${what}\n       ${detail}  (${statements.join(', ')})`;
}

function isNamed(name: string, only: readonly string[] | undefined): boolean {
  if (!only) return true;
  // Names are letters and hyphens.
  return only.some((pattern) => new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(name));
}
