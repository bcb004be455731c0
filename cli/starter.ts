import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Alteration, Gateway, GatewayOptions, OtherService } from '#gateway/start.ts';
import { UsageError } from './failure.ts';
import { loadHosts } from './hosts.ts';
import { isBuiltIn } from './project.ts';

/** Starts the gateway of a host, which the options name by its id; `alter` changes its parts first. */
export type Start = (options: GatewayOptions & { readonly host: string }, alter?: Alteration) => Promise<Gateway>;

/**
 * How the gateways of a generated folder are started: the built-in service has its handlers in this package, and a
 * project in the module `gateway.ts` beside the folder. Without one every operation responds with 501.
 */
export async function starterOf(generated: string): Promise<Start> {
  const { startGateway } = await import('#gateway/start.ts');
  if (isBuiltIn(generated)) return startGateway;
  const hosts = await loadHosts(generated);
  const service = await serviceBeside(generated);
  return ({ host, ...options }, alter) =>
    startGateway({ ...options, host: hosts[host] ?? host, ...(service && { service }) }, alter);
}

async function serviceBeside(generated: string): Promise<OtherService | undefined> {
  const file = resolve(dirname(generated), 'gateway.ts');
  if (!existsSync(file)) return undefined;
  const { service }: { service?: OtherService } = await import(pathToFileURL(file).href);
  if (service?.handlers) return service;
  throw new UsageError(`${file} does not export \`service\` with its \`handlers\`, by which its hosts are served.`);
}
