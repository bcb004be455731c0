import { setTimeout as delay } from 'node:timers/promises';
import { formatUsd } from '@tollwright/runtime/money';
import type { Level } from './check/check.ts';
import { NoResponse } from './check/interruption.ts';
import { type Contract, readContract } from './contract/contract.ts';
import { families } from './families/index.ts';
import { createClient } from './http/client.ts';
import { applyBaseline, readBaseline } from './report/baseline.ts';
import { repeatCommand } from './report/repeat.ts';
import { countVerdicts, type Report, type RuleResult } from './report/report.ts';
import { resultOf } from './report/result.ts';
import { Secrets } from './report/secrets.ts';
import { leaveOutAbsent } from './run/absent.ts';
import { type Controlled, takeControl } from './run/controlled.ts';
import { chooseLevel } from './run/level.ts';
import { localize } from './run/localize.ts';
import { type Plan, planOf } from './run/plan.ts';
import { paidControl, unpaidControl } from './run/positive-control.ts';
import { reach } from './run/reach.ts';
import { createRun } from './run/run.ts';
import { judgeAll } from './run/runner.ts';
import { type Selection, selectRules } from './run/select.ts';
import { ControlError } from './target/control-client.ts';
import { type Environment, resolveTarget, type TargetFlags } from './target/resolve.ts';
import type { Target } from './target/target.ts';
import { readTargetFile } from './target/target-file.ts';
import { UsageError } from './usage/usage-error.ts';
import { Budget } from './wallet/budget.ts';
import { kindOfKey, randomKey } from './wallet/keys.ts';
import { type NetworkKind, networkKind } from './wallet/networks.ts';
import { SpendTracker } from './wallet/spend-tracker.ts';

/** What a run is about and how it is done. */
export interface ConformOptions extends TargetFlags, Selection {
  /** The contract of the target's host, or its file. */
  readonly contract: Contract | string | URL;
  /** What to give as `--contract` when a finding is repeated; absent where the command finds it by the host. */
  readonly contractFile?: string;
  /** Path of a target file. */
  readonly target?: string;
  /** Where secrets are read from; default: the environment of the process. */
  readonly env?: Environment;
  /** Absent: the highest that the target has the means for. */
  readonly level?: Level;
  /** The same seed gives the same requests; default 1. */
  readonly seed?: number;
  /** Uses limits up on a live target too; without it only at level controlled. */
  readonly exhaust?: boolean;
  /** Only verdicts are needed: findings are not shortened. */
  readonly verdictsOnly?: boolean;
  /** Milliseconds until an answer must be there; default 20 s. */
  readonly timeout?: number;
  /** Milliseconds that one check may take; default 90 s. */
  readonly checkTimeout?: number;
  /** File of known failures, which fail nobody until they are gone. */
  readonly baseline?: string;
  /** Ends the run when it is aborted: what was judged until then makes a report that says so. */
  readonly stop?: AbortSignal;
  /** Told at level paid what the run is going to buy, before anything is; a run that may not buy it ends by its error. */
  readonly confirm?: (plan: Plan) => Promise<void>;
  /** Told as the run goes on. */
  readonly progress?: (progress: Progress) => void;
}

/** How far a run is. */
export interface Progress {
  readonly total: number;
  readonly done: number;
  readonly level: Level;
  /** The verdict that came last; absent at the beginning. */
  readonly result?: RuleResult;
}

/**
 * Judges a deployment by a contract.
 *
 * Throws `UsageError` when there is nothing to judge: wrong options, a missing secret, or a target that is none.
 */
export async function conform(options: ConformOptions): Promise<Report> {
  const started = new Date().toISOString();
  const clock = performance.now();
  const file = options.target === undefined ? {} : await readTargetFile(options.target);
  const target = resolveTarget(options, file, options.env ?? process.env);
  const written = isFile(options.contract) ? await readContract(options.contract) : options.contract;
  if (written.host.id !== target.host) {
    throw new UsageError(`The contract is that of host "${written.host.id}", but the target is host "${target.host}".`);
  }
  const level = chooseLevel(options.level, target, written);
  const kind = networkKind(written.host.payment?.network);
  if (level !== 'free') requireKind(target, kind);
  const rules = selectRules(written, options);
  const baseline = options.baseline === undefined ? new Map() : await readBaseline(options.baseline, written);
  const seed = options.seed ?? 1;
  const secrets = secretsOf(target);
  const limits = options.timeout === undefined ? {} : { timeout: options.timeout };
  const client = createClient(new URL(target.url).origin, limits);
  const controlClient = target.control && level === 'controlled' ? createClient(target.control.url, limits) : undefined;

  try {
    const reached = await reach(client, written, target);
    const localNow = () => Math.floor(Date.now() / 1000) + reached.skew;
    const controlled =
      controlClient && target.control
        ? await connect({
            client: controlClient,
            target,
            access: target.control,
            auth: written.host.auth,
            kind,
            localNow,
            created: (name, secret) => secrets.add(name, secret),
          })
        : undefined;

    const localized = localize(written, target, reached.live);
    const { missing } = localized;
    const { contract, untestable, requests } = await leaveOutAbsent(client, localized.contract, target);
    if (level === 'paid') await options.confirm?.(planOf(rules, contract, target.maxSpend));
    const spending = new SpendTracker(new Budget(target.maxSpend));
    const paying = level === 'free' ? {} : (controlled?.keys ?? target.wallets);
    const run = createRun({
      contract,
      missing,
      target,
      level,
      seed,
      client,
      ...(controlled && { control: controlled.control }),
      spending,
      secrets,
      keys: { ...paying, stranger: randomKey(kind) },
      apiKey: () => (level === 'free' ? undefined : (controlled?.apiKey() ?? target.apiKey)),
      exhaust: options.exhaust ?? level === 'controlled',
      verdictsOnly: options.verdictsOnly ?? false,
      selected: new Set(rules.map(({ id }) => id)),
      now: controlled?.now ?? (async () => localNow()),
      wait: (seconds) => delay(seconds * 1000),
      ...(controlled?.control.capabilities.has('clock') && { skip: controlled.control.advance }),
    });

    const verdicts = new Map<string, RuleResult>();
    options.progress?.({ total: rules.length, done: 0, level });
    const { control, challenged } = await unpaidControl(run);
    const { url, host } = target;
    const repeat = (rule: string) => repeatCommand(rule, { ...repeatable(options), url, host, level, seed });
    const { partial, gone } = await judgeAll(rules, {
      run,
      families,
      control,
      pay: () => paidControl(run, challenged),
      ...(options.stop && { stop: options.stop }),
      untestable,
      funded: controlled?.funded ?? false,
      timeout: options.checkTimeout ?? 90_000,
      fresh: controlled?.fresh ?? (async () => {}),
      alive: reached.alive,
      judged: (rule, outcome) => {
        const result = resultOf(rule, outcome, { contract, url, secrets, repeat });
        verdicts.set(rule.id, result);
        options.progress?.({ total: rules.length, done: verdicts.size, level, result });
      },
    });
    if (!gone) await controlled?.fresh();

    const judged = rules.flatMap(({ id }) => verdicts.get(id) ?? []);
    const { results, stale } = applyBaseline(judged, baseline);
    return {
      report: 1,
      target: { url, host },
      level,
      seed,
      started,
      ...(partial !== undefined && { partial: secrets.redact(partial) }),
      ...(options.stop?.aborted && { stopped: true }),
      summary: {
        ...countVerdicts(results),
        requests: reached.requests + requests + run.transport.requests,
        spent_usd: formatUsd(spending.budget.spent),
        seconds: Math.round((performance.now() - clock) / 100) / 10,
      },
      results,
      settlements: spending.settlements,
      ...(stale.length > 0 && { stale }),
    };
  } finally {
    await Promise.all([client.close(), controlClient?.close()]);
  }
}

/** Throws `UsageError` for a key that cannot sign on the network of the host. */
function requireKind({ wallets, host }: Target, kind: NetworkKind | undefined): void {
  for (const [name, key] of Object.entries(wallets)) {
    if (kind === undefined || kindOfKey(key) === kind) continue;
    const taken = kind === 'evm' ? '64 hexadecimal digits' : '64 bytes in base58 or as a JSON array';
    throw new UsageError(`The key of the wallet "${name}" cannot sign payments on ${host}, which takes ${taken}.`);
  }
}

async function connect(parts: Parameters<typeof takeControl>[0]): Promise<Controlled> {
  try {
    return await takeControl(parts);
  } catch (error) {
    if (!(error instanceof NoResponse || error instanceof ControlError)) throw error;
    throw new UsageError(`The control API at ${parts.target.control?.url} cannot be used: ${error.message}`);
  }
}

function secretsOf({ wallets, apiKey, control }: Target): Secrets {
  const secrets = new Secrets();
  if (wallets.payer) secrets.add('PAYER_KEY', wallets.payer.replace(/^0x/, ''));
  if (wallets.other) secrets.add('OTHER_KEY', wallets.other.replace(/^0x/, ''));
  if (apiKey) secrets.add('API_KEY', apiKey);
  if (control) secrets.add('CONTROL_TOKEN', control.token);
  return secrets;
}

function repeatable({ target, control, maxSpend, contractFile }: ConformOptions) {
  return {
    ...(target !== undefined && { target }),
    ...(control && { control: control.url }),
    ...(maxSpend !== undefined && { maxSpend }),
    ...(contractFile !== undefined && { contract: contractFile }),
  };
}

function isFile(contract: ConformOptions['contract']): contract is string | URL {
  return typeof contract === 'string' || contract instanceof URL;
}
