import type { HostDefinition } from '@tollwright/runtime/operation';
import type { Command } from 'commander';
import { suggest } from '#conformance/usage/suggest.ts';
import type { GatewayOptions } from '#gateway/start.ts';
import { UsageError } from '../failure.ts';
import { loadHosts } from '../hosts.ts';
import { interrupted } from '../interrupted.ts';
import { port } from '../options.ts';

interface Options {
  readonly host?: string;
  readonly hostname: string;
  readonly port: number;
  readonly store?: string;
  readonly controlPort?: number;
  readonly controlToken?: string;
  readonly generated?: string;
}

/** Registers `tollwright serve`: runs the gateway of one host until the process is stopped. */
export function register(program: Command): void {
  program
    .command('serve')
    .description('run the gateway of a host; prints its URL when it is ready')
    .option('--host <id>', 'host profile (default: the first one)')
    .option('--hostname <name>', 'network interface to listen on', '127.0.0.1')
    .option('--port <number>', 'port to listen on, 0 for any that is free', port, 8402)
    .option('--store <url>', 'database file; without it nothing is kept')
    .option('--control-port <number>', 'port of the control API', port)
    .option('--control-token <token>', 'bearer token of the control API')
    .option('--generated <folder>', 'serve the hosts of another generated folder; every operation answers 501')
    .action(serve);
}

async function serve(options: Options): Promise<void> {
  const { hostname, store, controlPort, controlToken, generated } = options;
  if ((controlPort === undefined) !== (controlToken === undefined)) {
    throw new UsageError('The control API needs both --control-port and --control-token.');
  }
  const { id, definition } = await chooseHost(options);
  const { startGateway } = await import('#gateway/start.ts');
  const started: GatewayOptions = {
    host: generated === undefined ? id : definition,
    hostname,
    port: options.port,
    log: 'error',
    ...(store !== undefined && { store }),
    ...(controlPort !== undefined && { controlPort }),
    ...(controlToken !== undefined && { controlToken }),
  };
  const gateway = await startGateway(started);
  console.log(`${id} is served at ${gateway.url}${gateway.controlUrl ? `, controlled at ${gateway.controlUrl}` : ''}`);
  await interrupted();
  await gateway.close();
}

async function chooseHost({ host, generated }: Options): Promise<{ id: string; definition: HostDefinition }> {
  const hosts = await loadHosts(generated);
  const known = Object.keys(hosts);
  const id = host ?? known[0] ?? '';
  const definition = hosts[id];
  if (definition) return { id, definition };
  throw new UsageError(`There is no host "${id}".${suggest(id, known)} Known hosts: ${known.join(', ')}.`);
}
