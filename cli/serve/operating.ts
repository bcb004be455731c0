/** Options of `serve` for operators: admin interface, proxies, keys, backup, logs. */

import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createProxies } from '@tollwright/runtime/http/proxies';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Gateway, GatewayOptions } from '#gateway/start.ts';
import { UsageError } from '../failure.ts';
import { httpUrl, outputFolder, port } from '../options.ts';

/** The options of `addOperating`. */
export interface OperatingOptions {
  readonly adminPort?: number;
  readonly adminHostname: string;
  readonly trustProxy?: readonly string[];
  readonly publicUrl?: string;
  readonly rotateKeys?: boolean;
  readonly backup?: string;
  readonly log: string;
}

const levels = ['silent', 'error', 'warn', 'info'];

/** Adds the options of operation to a command. */
export function addOperating(command: Command): Command {
  return command
    .option('--admin-port <number>', 'port of /live, /ready and /metrics, 0 for any free port (default: none)', port)
    .option('--admin-hostname <name>', 'network interface of the admin interface', '127.0.0.1')
    .option('--trust-proxy <address...>', 'address or CIDR range of a proxy whose X-Forwarded headers to trust', proxy)
    .option('--public-url <url>', 'URL at which callers reach the gateway, if its proxies do not send it', httpUrl)
    .option('--rotate-keys', 'sign URLs with a new key from one minute after the start')
    .option('--backup <folder>', 'write a copy of the database file to this folder on SIGUSR2', outputFolder)
    .addOption(
      new Option('--log <level>', 'lowest level to log on standard error, as JSON lines')
        .choices(levels)
        .default('error'),
    );
}

/** The options of operation as a gateway takes them. */
export function operatingOf(options: OperatingOptions, store = '') {
  if (options.backup !== undefined && store.startsWith('postgres'))
    throw new UsageError('--backup copies a database file; use the tools of PostgreSQL for postgres://….');
  const { adminPort, adminHostname, trustProxy = [], publicUrl, rotateKeys = false, log } = options;
  return {
    adminHostname,
    trustedProxies: trustProxy,
    ...(publicUrl !== undefined && { publicUrl }),
    rotateKeys,
    log,
    ...(adminPort !== undefined && { adminPort }),
  } satisfies Partial<GatewayOptions>;
}

/** Writes a copy of the store into a folder on each SIGUSR2, and prints its name. */
export function backUpOnSignal({ backup }: Gateway, folder: string): void {
  if (!backup) return;
  mkdirSync(folder, { recursive: true });
  process.on('SIGUSR2', () => {
    const file = join(folder, `${new Date().toISOString().replaceAll(':', '-')}.db`);
    backup(file).then(
      () => console.log(`  backup    ${file}`),
      (error: unknown) => console.error(`The backup ${file} failed: ${error}`),
    );
  });
}

/** Reads a secret from a file, without the line break at its end. */
export function secretIn(file: string): string {
  try {
    const secret = readFileSync(file, 'utf8').trim();
    if (secret !== '') return secret;
  } catch (error) {
    throw new UsageError(`The file ${file} cannot be read: ${error instanceof Error ? error.message : error}.`);
  }
  throw new UsageError(`The file ${file} is empty; expected a token.`);
}

function proxy(range: string, before: readonly string[] = []): readonly string[] {
  try {
    createProxies([range]);
  } catch (error) {
    throw new InvalidArgumentError(error instanceof Error ? error.message : String(error));
  }
  return [...before, range];
}
