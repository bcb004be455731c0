import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { HostDefinition } from '@tollwright/runtime/operation';
import { UsageError } from './failure.ts';

/** Loads the emitted host definitions of a generated folder, by host id; without one those of this package. */
export async function loadHosts(folder?: string): Promise<Readonly<Record<string, HostDefinition>>> {
  if (folder === undefined) return (await import('#generated/hosts/index.ts')).hosts;
  const path = resolve(folder, 'hosts/index.ts');
  if (!existsSync(path)) {
    throw new UsageError(`${folder} has no generated hosts. Run "tollwright generate" to write them.`);
  }
  const { hosts }: { hosts: Readonly<Record<string, HostDefinition>> } = await import(pathToFileURL(path).href);
  return hosts;
}
