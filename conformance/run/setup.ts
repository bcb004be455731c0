import { type Chain, openChain } from '../chain/node.ts';
import type { Level } from '../check/run.ts';
import { UsageError } from '../common/usage-error.ts';
import { type Contract, type Rule, readContract } from '../contract/contract.ts';
import { type Baseline, readBaseline } from '../report/baseline.ts';
import { Secrets } from '../report/secrets.ts';
import { resolveTarget } from '../target/resolve.ts';
import { readTargetFile } from '../target/target-file.ts';
import type { Target } from '../target/target.ts';
import { kindOfKey } from '../wallet/keys.ts';
import { type NetworkKind, networkKind } from '../wallet/networks.ts';
import { chooseLevel } from './level.ts';
import type { ConformOptions } from './options.ts';
import { profileOf } from './profile.ts';
import { selectRules } from './select.ts';

/** The settings of a run by its options, before anything is sent. */
export interface Setup {
  readonly target: Target;
  /** The chain of the node that is given. */
  readonly chain?: Chain;
  readonly contract: Contract;
  readonly level: Level;
  /** Kind of the network that the host is paid on. */
  readonly kind: NetworkKind | undefined;
  readonly rules: readonly Rule[];
  /** Requests that the run may send; absent where there is no budget. */
  readonly maxRequests?: number;
  readonly baseline: Baseline;
  readonly seed: number;
  readonly secrets: Secrets;
}

/** Reads the files that options name; throws `UsageError` for options that cannot be used together. */
export async function setUp(options: ConformOptions): Promise<Setup> {
  const file = options.target === undefined ? {} : await readTargetFile(options.target);
  const target = resolveTarget(options, file, options.env ?? process.env);
  const contract = isFile(options.contract) ? await readContract(options.contract) : options.contract;
  if (contract.host.id !== target.host) {
    throw new UsageError(`The contract is for host "${contract.host.id}", but the target is host "${target.host}".`);
  }
  const { maxRequests = file.max_requests, ...selection } =
    options.profile === undefined ? {} : profileOf(options.profile, file, contract);
  const budget = options.maxRequests ?? maxRequests;
  if (budget !== undefined && options.level !== undefined && options.level !== 'free')
    throw new UsageError(`A budget of requests is planned at level free only. Use --level free, or no --max-requests.`);
  const level = chooseLevel(budget === undefined ? options.level : 'free', target, contract);
  const kind = networkKind(contract.host.payment?.network);
  if (level !== 'free') requireKind(target, kind);
  const chain = target.rpc === undefined ? undefined : await openChain(target.rpc, contract, options.chainWait);
  const rules = selectRules(contract, { ...selection, ...options });
  const baseline = options.baseline === undefined ? new Map() : await readBaseline(options.baseline, contract);
  const seed = options.seed ?? 1;
  const secrets = secretsOf(target, options.headers);
  const all = { target, contract, level, kind, rules, baseline, seed, secrets };
  return { ...all, ...(chain && { chain }), ...(budget !== undefined && { maxRequests: budget }) };
}

/** Throws `UsageError` for a key that cannot sign on the network of the host. */
function requireKind({ wallets, host }: Target, kind: NetworkKind | undefined): void {
  for (const [name, key] of Object.entries(wallets)) {
    if (kind === undefined || kindOfKey(key) === kind) continue;
    const taken = kind === 'evm' ? '64 hexadecimal digits' : '64 bytes in base58 or as a JSON array';
    throw new UsageError(`The key of the wallet "${name}" cannot sign payments on ${host}, which takes ${taken}.`);
  }
}

function secretsOf({ wallets, apiKey, control }: Target, headers: ConformOptions['headers'] = {}): Secrets {
  const secrets = new Secrets();
  for (const [name, value] of Object.entries(headers)) secrets.add(`HEADER_${name}`, value);
  if (wallets.payer) secrets.add('PAYER_KEY', wallets.payer.replace(/^0x/, ''));
  if (wallets.other) secrets.add('OTHER_KEY', wallets.other.replace(/^0x/, ''));
  if (apiKey) secrets.add('API_KEY', apiKey);
  if (control) secrets.add('CONTROL_TOKEN', control.token);
  return secrets;
}

function isFile(contract: ConformOptions['contract']): contract is string | URL {
  return typeof contract === 'string' || contract instanceof URL;
}
