import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { HostDefinition } from '@tollwright/runtime/operation/host';
import type { SampleCall } from '#generated/hostile/sample-calls.ts';
import { UsageError } from './failure.ts';
import { isBuiltIn } from './project.ts';

/** Loads the emitted host definitions of a generated folder, by host id. */
export async function loadHosts(folder: string): Promise<Readonly<Record<string, HostDefinition>>> {
  if (isBuiltIn(folder)) return (await import('#generated/hosts/index.ts')).hosts;
  const { hosts }: { hosts: Readonly<Record<string, HostDefinition>> } = await load(folder, 'hosts/index.ts');
  return hosts;
}

/** Loads the calls of a generated folder that clients under test make. */
export async function sampleCallsOf(folder: string): Promise<readonly SampleCall[]> {
  if (isBuiltIn(folder)) return (await import('#generated/hostile/sample-calls.ts')).sampleCalls;
  const { sampleCalls }: { sampleCalls: readonly SampleCall[] } = await load(folder, 'hostile/sample-calls.ts');
  return sampleCalls;
}

async function load(folder: string, module: string) {
  const path = resolve(folder, module);
  if (existsSync(path)) return import(pathToFileURL(path).href);
  throw new UsageError(`${folder} has no ${module}. Run "tollwright generate" to write it.`);
}
