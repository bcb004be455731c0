import { parseUsd } from '@tollwright/runtime/money/usd';
import { UsageError } from '../common/usage-error.ts';
import { readKey, type WalletKey } from '../wallet/keys.ts';
import type { TargetFile } from './target-file.ts';
import type { Target } from './target.ts';

/** Options that override the target file. */
export interface TargetFlags {
  readonly host?: string;
  readonly url?: string;
  /** Without a token it is read from the environment. */
  readonly control?: { readonly url: string; readonly token?: string };
  /** URL of a node of the chain that the target settles on. */
  readonly rpc?: string;
  /** USD. */
  readonly maxSpend?: string;
  /** Requests a second. */
  readonly rate?: number;
  /** Names of path segments that the target file leaves out. */
  readonly segments?: Target['segments'];
  /** Environment variables that the target file may name as secrets, besides the usual one of each. */
  readonly allowSecret?: readonly string[];
}

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Default spend cap in USD. */
const defaultCap = '5';

/** Combines options, target file and environment; throws `UsageError` when they do not describe a target. */
export function resolveTarget(flags: TargetFlags, file: TargetFile, env: Environment): Target {
  const host = flags.host ?? file.host;
  if (!host) throw new UsageError('No host is given. Name one with --host or in the target file.');
  if (flags.host && file.host && flags.host !== file.host) {
    throw new UsageError(
      `The target file is for host "${file.host}", but --host is "${flags.host}". Use the same host in both.`,
    );
  }
  const nameOf = (named: string | undefined, usual: string) => secretName(named, usual, flags.allowSecret);
  const payer = walletKey(nameOf(file.wallets?.payer?.env, 'PAYER_KEY'), env);
  const other = walletKey(nameOf(file.wallets?.other?.env, 'OTHER_KEY'), env);
  const apiKey = env[nameOf(file.api_key?.env, 'API_KEY')] || undefined;
  const control = resolveControl(flags, file, env);
  const rate = flags.rate ?? file.rate;
  return {
    host,
    url: originOf(flags.url ?? file.url),
    ...(control && { control }),
    wallets: { ...(payer && { payer }), ...(other && { other }) },
    ...(apiKey && { apiKey }),
    ...(flags.rpc !== undefined && { rpc: flags.rpc }),
    ...(env.SOLANA_RPC_URL && { solanaRpc: nodeOf(env.SOLANA_RPC_URL) }),
    maxSpend: resolveCap(flags.maxSpend ?? file.max_spend_usd),
    ...((flags.maxSpend ?? file.max_spend_usd) === undefined && { capIsDefault: true }),
    ...(rate !== undefined && { rate }),
    segments: { ...flags.segments, ...file.segments },
    models: file.models ?? {},
  };
}

function originOf(text: string | undefined): string {
  if (!text) throw new UsageError('No URL is given. Add the URL of the target as an argument or to the target file.');
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(`"${text}" is not the URL of a target. Expected a URL that starts with http:// or https://.`);
  }
  return url.origin + url.pathname.replace(/\/+$/, '');
}

function nodeOf(text: string): string {
  if (URL.canParse(text) && /^https?:/.test(text)) return text;
  // The URL may contain a key, so it is not repeated.
  throw new UsageError('SOLANA_RPC_URL must be a URL that starts with http:// or https://.');
}

function resolveControl(flags: TargetFlags, file: TargetFile, env: Environment): Target['control'] {
  const url = flags.control?.url ?? file.control?.url;
  if (!url) return undefined;
  const name = secretName(file.control?.token.env, 'CONTROL_TOKEN', flags.allowSecret);
  const token = flags.control?.token ?? env[name];
  if (!token && flags.control) throw new UsageError(`The control API at ${url} needs a token. Set it in ${name}.`);
  if (!token) return undefined;
  return { url: originOf(url), token };
}

function resolveCap(usd: string | number | undefined): bigint {
  const cap = parseUsd(String(usd ?? defaultCap));
  if (cap === undefined) throw new UsageError(`The spend cap "${usd}" is not an amount of USD such as 5 or 0.25.`);
  return cap;
}

/**
 * The environment variable of a secret.
 *
 * A target file also names the URL that secrets are sent to, so that it must not choose among all variables. Throws a
 * `UsageError` for a name that is neither the usual one nor allowed by the command line.
 */
function secretName(named: string | undefined, usual: string, allowed: readonly string[] = []): string {
  if (named === undefined || named === usual || allowed.includes(named)) return named ?? usual;
  throw new UsageError(
    `The target file takes a secret from ${named}. Name it ${usual}, or allow it with --allow-secret ${named}.`,
  );
}

/** A wallet key from the environment; only levels that need it require it. */
function walletKey(name: string, env: Environment): WalletKey | undefined {
  const text = env[name];
  if (!text) return undefined;
  const key = readKey(text);
  if (key) return key;
  throw new UsageError(`${name} is not a wallet key. Expected 64 hexadecimal digits, or the 64 bytes of a Solana key.`);
}
