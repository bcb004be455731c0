import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { suggest } from '#conformance/common/usage-error.ts';
import { UsageError } from './failure.ts';

/** The only host in a generated folder; throws `UsageError` where there are several. */
export async function onlyHost(generated: string): Promise<string> {
  const hosts = await hostsIn(join(generated, 'contracts'));
  const [only, ...others] = hosts;
  if (only !== undefined && others.length === 0) return only;
  throw new UsageError(`Name the host with --host or in a target file: ${hosts.join(', ')}.`);
}

/** The contract file of a host in a generated folder; throws `UsageError` where there is none. */
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
