/** Opens a run against a seller: its routes, their first challenges, and the consent to its payments. */

import { setTimeout as delay } from 'node:timers/promises';
import type { Offer } from '../calls/challenge.ts';
import { type Chain, openChain } from '../chain/node.ts';
import { checkContext } from '../check/context.ts';
import type { Level } from '../check/run.ts';
import { inParallel } from '../common/in-parallel.ts';
import { UsageError } from '../common/usage-error.ts';
import type { Rule } from '../contract/contract.ts';
import type { Client } from '../http/client.ts';
import { NoResponse, NotTestable } from '../http/interruption.ts';
import { Secrets } from '../report/secrets.ts';
import { chooseLevel } from '../run/level.ts';
import { type CountedRun, createRun } from '../run/run.ts';
import { selectRules } from '../run/select.ts';
import { resolveTarget } from '../target/resolve.ts';
import { readTargetFile, type TargetFile } from '../target/target-file.ts';
import type { Target } from '../target/target.ts';
import { Budget } from '../wallet/budget.ts';
import { kindOfKey, randomKey } from '../wallet/keys.ts';
import { networkKind } from '../wallet/networks.ts';
import { SpendTracker } from '../wallet/spend-tracker.ts';
import { sellerContract } from './contract.ts';
import { discoverRoutes } from './discover.ts';
import type { SellerOptions } from './options.ts';
import { planPayments } from './plan.ts';
import { withQuota } from './quota.ts';
import { bodyFile, namedRoutes, type SellerRoute } from './routes.ts';
import { boughtOf, createSeller, type FirstChallenges, readSellerChallenge, type Seller } from './seller.ts';
import { sellerHost } from './standard.ts';

/** Settings of a run, before anything is sent. */
export interface SellerSetup {
  readonly file: TargetFile;
  readonly target: Target;
  readonly secrets: Secrets;
}

/** A run whose routes were called once. */
export interface SellerSession {
  readonly seller: Seller;
  readonly rules: readonly Rule[];
  readonly level: Level;
  readonly target: Target;
  readonly secrets: Secrets;
  readonly spending: SpendTracker;
  /** Requests that were sent before the rules were judged. */
  readonly earlier: number;
}

/** Routes that are called at the same time. */
const concurrency = 4;

/** Reads the files that options name; throws `UsageError` for wrong ones. */
export async function setUpSeller({
  target: path,
  url,
  maxSpend,
  rpc,
  rate,
  env = process.env,
}: SellerOptions): Promise<SellerSetup> {
  const file: TargetFile = path === undefined ? {} : await readTargetFile(path);
  const flags = {
    host: sellerHost,
    ...(url && { url }),
    ...(maxSpend && { maxSpend }),
    ...(rpc && { rpc }),
    ...(rate && { rate }),
  };
  const target = resolveTarget(flags, file, env);
  const secrets = new Secrets();
  if (target.wallets.payer) secrets.add('PAYER_KEY', target.wallets.payer.replace(/^0x/, ''));
  return { file, target, secrets };
}

/** Finds the routes of a seller, calls each once, and asks for consent to the payments of the run. */
export async function openSeller(options: SellerOptions, setup: SellerSetup, client: Client): Promise<SellerSession> {
  const { target, secrets } = setup;
  const payments = new Set<string>();
  const counted = withQuota(client, (header) => payments.has(header));
  const routes = await routesOf(options, setup, counted);
  const spending = new SpendTracker(new Budget(target.maxSpend));
  const runOf = (level: Level, offer?: Offer, chain?: Chain): CountedRun =>
    createRun({
      contract: sellerContract(options.standard, routes, target.url, offer),
      missing: new Map(),
      target,
      ...(chain && { chain }),
      level,
      seed: options.seed ?? 1,
      client: counted,
      spending,
      secrets,
      keys: { ...(level === 'free' ? {} : target.wallets), unfunded: randomKey(networkKind(offer?.network)) },
      exhaust: false,
      samples: Number.POSITIVE_INFINITY,
      now: async () => Math.floor(Date.now() / 1000),
      wait: (seconds) => delay(seconds * 1000),
      waiting: options.waiting,
    });
  const before = runOf('free');
  const first = await callRoutes(before, routes);
  const offer = offerFor(first, target);
  const level = chooseLevel(options.level, target, before.contract);
  const chain = target.rpc === undefined ? undefined : await openChain(target.rpc, runOf('free', offer).contract);
  const run = runOf(level, offer, chain);
  const rules = selectRules(run.contract, options);

  let allowed = Number.POSITIVE_INFINITY;
  const seller = createSeller(run, routes, first, (header) => {
    if (payments.size >= allowed) throw new NotTestable('means', `All ${allowed} payments that were listed are made.`);
    payments.add(header);
  });
  if (level !== 'free') {
    const planned = planPayments(boughtOf(seller), rules, options.standard, target.maxSpend);
    await options.confirm?.(planned.plan);
    allowed = planned.payments;
  }
  return { seller, rules, level, target, secrets, spending, earlier: before.transport.requests };
}

/** The routes that are named, else those that the seller publishes; throws `UsageError` where there are none. */
async function routesOf(
  { route, body, standard: { documents } }: SellerOptions,
  { file, target }: SellerSetup,
  client: Client,
): Promise<readonly SellerRoute[]> {
  const mount = new URL(target.url).pathname.replace(/\/$/, '');
  if (route !== undefined)
    return namedRoutes([{ route, ...(body !== undefined && { body: await bodyFile(body) }) }], mount);
  if (body !== undefined) throw new UsageError('--body needs the route that takes it: --route "POST /search".');
  if (file.routes) return namedRoutes(file.routes, mount);
  const found = await discoverRoutes(client, mount, documents);
  if (found.length > 0) return found;
  throw new UsageError(
    `${target.url} publishes no paid route in ${documents.description} (x-payment-info) or ${documents.manifest}. Name one: --route 'POST /search' --body FILE.`,
  );
}

/** Calls each route once without payment; throws `UsageError` where none responds. */
async function callRoutes(run: CountedRun, routes: readonly SellerRoute[]): Promise<FirstChallenges> {
  const { send } = createSeller(run, routes, new Map(), () => {});
  const context = { signal: new AbortController().signal, patient: true };
  const responses = await inParallel(routes, concurrency, async (route) => {
    try {
      return readSellerChallenge(route, await checkContext.run(context, () => send(route)));
    } catch (error) {
      if (error instanceof NoResponse) return error;
      throw error;
    }
  });
  const [first] = responses;
  if (first instanceof NoResponse && responses.every((each) => each instanceof NoResponse))
    throw new UsageError(`${run.target.url} cannot be tested: ${first.message}`);
  return new Map(routes.flatMap((route, index) => (responses[index] ? [[route, responses[index]] as const] : [])));
}

/** The first offer of scheme exact that the wallet of the target can pay; without a wallet, that the suite can pay. */
function offerFor(first: FirstChallenges, { wallets: { payer } }: Target): Offer | undefined {
  const kind = payer && kindOfKey(payer);
  return [...first.values()]
    .flatMap((each) => (each instanceof NoResponse ? [] : each.offers))
    .find(({ scheme, network }) => {
      const own = networkKind(network);
      return scheme === 'exact' && own !== undefined && (kind === undefined || own === kind);
    });
}
