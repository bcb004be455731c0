import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { suggest } from '#conformance/usage/suggest.ts';
import { UsageError } from './failure.ts';

/** The contract file of a host in a generated folder; throws `UsageError` where there is none. */
export async function contractOf(generated: string, host: string): Promise<string> {
  const contracts = join(generated, 'contracts');
  const files = await readdir(contracts).catch(() => {
    throw new UsageError(`There are no contracts in ${contracts}. Run "tollwright generate" to write them.`);
  });
  const hosts = files.filter((file) => file.endsWith('.json')).map((file) => file.slice(0, -'.json'.length));
  if (hosts.includes(host)) return join(contracts, `${host}.json`);
  throw new UsageError(`There is no host "${host}".${suggest(host, hosts)} Known hosts: ${hosts.join(', ')}.`);
}
