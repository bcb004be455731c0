import { randomBytes } from 'node:crypto';
import { parseUsd } from '@tollwright/runtime/money/usd';
import type { HostDefinition } from '@tollwright/runtime/operation/host';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { suggest } from '#conformance/common/usage-error.ts';
import type { Fund, GatewayOptions } from '#gateway/start.ts';
import { UsageError } from '../failure.ts';
import { loadHosts, starterOf } from '../hosts.ts';
import { interrupted } from '../interrupted.ts';
import { existingPath, port, strictHelp } from '../options.ts';
import { generatedFolder, generatedHelp } from '../project.ts';
import { newKeys } from '../serve/new-keys.ts';
import { addOperating, backUpOnSignal, type OperatingOptions, operatingOf, secretIn } from '../serve/operating.ts';
import { addSettling, openSettler, requireAddress, type SettlingOptions, settlingOf } from '../serve/settling.ts';
import { exampleOf, welcome } from '../serve/welcome.ts';

interface Options extends OperatingOptions, SettlingOptions {
  readonly host?: string;
  readonly hostname: string;
  readonly port: number;
  readonly store?: string;
  readonly payTo?: string;
  readonly fund?: readonly Fund[];
  readonly apiKey?: readonly Key[];
  readonly control?: boolean;
  readonly strict?: boolean;
  readonly controlHostname: string;
  readonly controlPort?: number;
  readonly controlToken?: string;
  readonly controlTokenFile?: string;
  readonly generated?: string;
}

type Key = NonNullable<GatewayOptions['apiKeys']>[number];

/** Registers `tollwright serve`: runs the gateway of one host until the process is stopped. */
export function register(program: Command): void {
  const command = program
    .command('serve')
    .description('run the gateway of a host; prints its URL and payee when it is ready')
    .option('--host <id>', 'host profile (default: the first one)')
    .option('--hostname <name>', 'network interface to listen on', '127.0.0.1')
    .option('--port <number>', 'port to listen on, 0 for any free port', port, 8402)
    .option('--store <name>', 'database file, or a postgres://… URL that several processes share (default: in memory)')
    .addOption(
      new Option('--pay-to <address>', 'address of the payee (default: an address of the embedded ledger)').env(
        'PAY_TO',
      ),
    )
    .option('--fund <address=usd...>', 'give a wallet test USDC on the embedded ledger', funds)
    .option(
      '--api-key <key=usd...>',
      'register an API key with a balance (default on account hosts without --store: a new key)',
      keys,
    )
    .option(
      '--control',
      'open the control API with the token in CONTROL_TOKEN or in the file CONTROL_TOKEN_FILE; without one, it prints a new token',
    )
    .option(
      '--control-port <number>',
      'port of the control API (default: the one after --port; 0 for any free port)',
      port,
    )
    .option('--control-hostname <name>', 'network interface of the control API', '127.0.0.1')
    .option('--control-token <token>', 'bearer token of the control API; other users of this machine may see it')
    .option('--control-token-file <file>', 'file with the bearer token of the control API', existingPath)
    .option('--strict', strictHelp)
    .option('--generated <folder>', generatedHelp)
    .addHelpText('after', help)
    .action(serve);
  addOperating(addSettling(command));
}

const help = `
Payments settle on an embedded ledger of test money, unless --rpc or the host file names a node of a chain.
The handlers of a project call its providers; the upstreams of the built-in service are simulated. An operation without a
handler answers with values made from its schema, and with 501 where payments settle on a chain.

Example:
  tollwright serve --host base --fund 0x90F79bf6EB2c4f870365E785982E1f101E93b906=10
`;

async function serve(options: Options): Promise<void> {
  const generated = generatedFolder(options);
  const { id, definition } = await chooseHost(options.host, generated);
  const settling = settlingOf(options, definition);
  const { hostname, store, fund = [] } = options;
  const { payTo } = settling;
  for (const address of [...(payTo === undefined ? [] : [payTo]), ...fund.map((each) => each.address)])
    requireAddress(address, definition);
  const apiKeys = options.apiKey ?? newKeys(definition, store);
  const controlToken = tokenOf(options);
  const settler = await openSettler(settling, definition, { payTo, isFunded: fund.length > 0, log: options.log });
  const start = await starterOf(generated, options);
  const gateway = await start({
    host: id,
    hostname,
    controlHostname: options.controlHostname,
    port: options.port,
    ...operatingOf(options, store),
    funds: fund,
    apiKeys,
    ...(payTo !== undefined && { payTo }),
    ...(settler && { settler }),
    ...(store !== undefined && { store }),
    controlPort: options.controlPort ?? (options.port && options.port + 1),
    ...(controlToken !== undefined && { controlToken: controlToken.value }),
  });
  const example = await exampleOf(id, generated);
  const lines = welcome({
    definition,
    gateway,
    funds: fund,
    settler,
    ...(store !== undefined && { store }),
    ...(example && { example }),
    ...(options.apiKey === undefined && { newKeys: apiKeys }),
    ...(controlToken?.isNew && { newToken: controlToken.value }),
  });
  for (const line of lines) console.log(line);
  if (options.backup !== undefined) backUpOnSignal(gateway, options.backup);
  await interrupted();
  await gateway.close();
}

async function chooseHost(
  host: string | undefined,
  generated: string,
): Promise<{ id: string; definition: HostDefinition }> {
  const hosts = await loadHosts(generated);
  const known = Object.keys(hosts);
  const id = host ?? known[0] ?? '';
  const definition = hosts[id];
  if (definition) return { id, definition };
  throw new UsageError(`There is no host "${id}".${suggest(id, known)} Known hosts: ${known.join(', ')}.`);
}

/** The token of the control API; `undefined` if it is closed. */
function tokenOf(options: Options): { value: string; isNew: boolean } | undefined {
  const { control, controlPort, controlToken, controlTokenFile } = options;
  if (controlToken !== undefined) return { value: controlToken, isNew: false };
  if (controlTokenFile !== undefined) return { value: secretIn(controlTokenFile), isNew: false };
  if (!control && controlPort === undefined) return undefined;
  const { CONTROL_TOKEN: token, CONTROL_TOKEN_FILE: file } = process.env;
  const value = token || (file && secretIn(file));
  return value ? { value, isNew: false } : { value: randomBytes(24).toString('base64url'), isNew: true };
}

function funds(text: string, before: readonly Fund[] = []): readonly Fund[] {
  const { name: address, amount } = named(text, 'an address and an amount of USD, such as 0x…=10');
  return [...before, { address, amount }];
}

function keys(text: string, before: readonly Key[] = []): readonly Key[] {
  const { name: key, amount: balance } = named(text, 'a key and its balance in USD, such as sk_test=10');
  return [...before, { key, balance }];
}

function named(text: string, expected: string): { name: string; amount: bigint } {
  const [, name, usd = ''] = /^(\S+)=([^=]+)$/.exec(text) ?? [];
  const amount = parseUsd(usd);
  if (name === undefined || amount === undefined) throw new InvalidArgumentError(`Expected ${expected}.`);
  return { name, amount };
}
