import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { HostDefinition } from '@tollwright/runtime/operation/host';
import { suggest } from '#conformance/common/usage-error.ts';
import type { Alteration, Gateway, GatewayOptions, OtherService } from '#gateway/start.ts';
import type { SampleCall } from '#generated/hostile/sample-calls.ts';
import { UsageError } from './failure.ts';
import { isBuiltIn } from './project.ts';

/** Loads the emitted host definitions of a generated folder, by host id. */
export async function loadHosts(folder: string): Promise<Readonly<Record<string, HostDefinition>>> {
  if (isBuiltIn(folder)) return (await import('#generated/hosts/index.ts')).hosts;
  const { hosts }: { hosts: Readonly<Record<string, HostDefinition>> } = await load(folder, 'hosts/index.ts');
  return hosts;
}

/** Loads the sample calls of a generated folder, which clients under test make. */
export async function sampleCallsOf(folder: string): Promise<readonly SampleCall[]> {
  if (isBuiltIn(folder)) return (await import('#generated/hostile/sample-calls.ts')).sampleCalls;
  const { sampleCalls }: { sampleCalls: readonly SampleCall[] } = await load(folder, 'hostile/sample-calls.ts');
  return sampleCalls;
}

async function load(folder: string, module: string) {
  const path = resolve(folder, module);
  if (existsSync(path)) return imported(path);
  throw new UsageError(`${folder} has no ${module}. Run "tollwright generate" to write it.`);
}

/** Imports a module of a project; throws `UsageError` where its package is of another type. */
async function imported(path: string) {
  try {
    return await import(pathToFileURL(path).href);
  } catch (error) {
    if (!(error instanceof SyntaxError) || !/outside a module|Unexpected token 'export'/.test(error.message))
      throw error;
    throw new UsageError(`${path} is an ES module, and its package.json says otherwise. Add "type": "module" to it.`);
  }
}

/** The only host in a generated folder; throws `UsageError` if it has more than one. */
export async function onlyHost(generated: string): Promise<string> {
  const hosts = await hostsIn(join(generated, 'contracts'));
  const [only, ...others] = hosts;
  if (only !== undefined && others.length === 0) return only;
  throw new UsageError(`Name the host with --host or in a target file: ${hosts.join(', ')}.`);
}

/** The contract file of a host in a generated folder; throws `UsageError` if the folder lacks it. */
export async function contractOf(generated: string, host: string): Promise<string> {
  const contracts = join(generated, 'contracts');
  const hosts = await hostsIn(contracts);
  if (hosts.includes(host)) return join(contracts, `${host}.json`);
  throw new UsageError(`There is no host "${host}".${suggest(host, hosts)} Known hosts: ${hosts.join(', ')}.`);
}

async function hostsIn(contracts: string): Promise<readonly string[]> {
  const files = await readdir(contracts).catch(() => {
    throw new UsageError(`There are no contracts in ${contracts}. Run "tollwright generate" to write them.`);
  });
  return files.filter((file) => file.endsWith('.json')).map((file) => file.slice(0, -'.json'.length));
}

/** A gateway with the ids of the operations whose answers are made up. */
export interface StartedGateway extends Gateway {
  readonly simulated?: readonly string[];
}

/** Starts the gateway of a host, which the options name by its id; `alter` changes its parts first. */
export type Start = (
  options: GatewayOptions & { readonly host: string },
  alter?: Alteration,
) => Promise<StartedGateway>;

/**
 * Returns the function that starts the gateways of a generated folder. The built-in service has its handlers in this
 * package, and a project in the module `gateway.ts` beside the folder.
 *
 * An operation without a handler answers with made-up values, which are sold for test money only: with a settler of a
 * chain, or if `strict`, it returns 501.
 */
export async function starterOf(generated: string, { strict = false } = {}): Promise<Start> {
  const { startGateway } = await import('#gateway/start.ts');
  if (isBuiltIn(generated)) return startGateway;
  const hosts = await loadHosts(generated);
  const own = (await serviceBeside(generated)) ?? { handlers: {} };
  return async ({ host, ...options }, alter) => {
    const definition = hosts[host] ?? host;
    if (strict || options.settler) return startGateway({ ...options, host: definition, service: own }, alter);
    const { simulate } = await import('./simulate/service.ts');
    const service = await simulate(own, host, generated);
    const gateway = await startGateway({ ...options, host: definition, service }, alter);
    return { ...gateway, simulated: service.simulated };
  };
}

async function serviceBeside(generated: string): Promise<OtherService | undefined> {
  const file = resolve(dirname(generated), 'gateway.ts');
  if (!existsSync(file)) return undefined;
  const { service }: { service?: OtherService } = await imported(file);
  if (service?.handlers) return service;
  throw new UsageError(`${file} does not export \`service\` with its \`handlers\`, by which its hosts are served.`);
}

/** Operations that are named one by one; more are counted. */
const maxNamed = 5;

/** The sentence about operations whose answers are made up; `undefined` where there are none. */
export function simulatedNotice(simulated: readonly string[] = []): string | undefined {
  if (simulated.length === 0) return undefined;
  const named = simulated.length > maxNamed ? `${simulated.length} operations` : simulated.join(', ');
  return `made up for ${named}: no handler answers yet (--strict answers 501)`;
}
