/** One run against a seller of the x402 standard that has no specification here. */

import { formatUsd } from '@tollwright/runtime/money/usd';
import { checkContext } from '../check/context.ts';
import type { Contract } from '../contract/contract.ts';
import { createClient } from '../http/client.ts';
import { NoResponse, NotTestable, UnexpectedResponse } from '../http/interruption.ts';
import { paceOf } from '../http/pace.ts';
import { causesOf } from '../report/causes.ts';
import { coverageOf } from '../report/coverage.ts';
import { conformCommand } from '../report/repeat.ts';
import { countVerdicts, type Report, type RuleResult, reportVerdict } from '../report/report.ts';
import { resultOf } from '../report/result.ts';
import { withoutCheck } from '../run/prejudge.ts';
import { runCheck } from '../run/run-check.ts';
import type { SellerOptions } from './options.ts';
import { familyOf } from './rules.ts';
import { servedPurchase } from './seller.ts';
import { openSeller, type SellerSession, setUpSeller } from './session.ts';
import { sellerHost } from './standard.ts';

/** A report, and the contract that the seller was judged by. */
export interface JudgedSeller {
  readonly report: Report;
  readonly contract: Contract;
}

/** Milliseconds that one check may take. */
const checkTimeout = 90_000;

/** Judges a seller by the standard alone. Throws `UsageError` where there is nothing to judge. */
export async function judgeSeller(options: SellerOptions): Promise<JudgedSeller> {
  const started = { at: new Date().toISOString(), clock: performance.now() };
  const setup = await setUpSeller(options);
  const { url, rate } = setup.target;
  const waited = (milliseconds: number) => checkContext.getStore()?.waited?.(milliseconds);
  const turn = rate === undefined ? undefined : paceOf(rate, waited);
  const client = createClient(new URL(url).origin, { ...options, keepAlive: false, turn });
  try {
    const session = await openSeller(options, setup, client);
    const results = await judgeRules(options, session);
    const { contract } = session.seller.run;
    return { report: await reportOf(options, session, results, started), contract };
  } finally {
    await client.close();
  }
}

/** Judges the rules that pay nothing first. */
async function judgeRules(options: SellerOptions, session: SellerSession): Promise<readonly RuleResult[]> {
  const { seller, rules, level, target, secrets } = session;
  const { stop, seed = 1 } = options;
  const family = familyOf(seller, options.standard);
  const repeat = (only: string) =>
    conformCommand(target.url, [
      ['x402', true],
      ['route', options.route],
      ['body', options.body],
      ['target', options.target],
      ['level', level],
      ['max-spend', options.maxSpend],
      ['rate', options.rate === undefined ? undefined : String(options.rate)],
      ['seed', String(seed)],
      ['only', only],
    ]);
  const results: RuleResult[] = [];
  const { contract } = seller.run;
  for (const rule of rules.toSorted((a, b) => Number(a.level === 'paid') - Number(b.level === 'paid'))) {
    const outcome = stop?.aborted
      ? { verdict: 'error' as const, detail: 'Not judged: it was stopped.' }
      : (withoutCheck(rule, seller.run, new Map()) ??
        (await runCheck({ rule, family }, seller.run, {
          timeout: checkTimeout,
          patient: true,
          ...(stop && { stop }),
        })));
    const result = resultOf(rule, outcome, { contract, url: target.url, secrets, repeat });
    results.push(result);
    options.progress?.({ total: rules.length, done: results.length, level, result });
  }
  return results;
}

async function reportOf(
  { stop, seed = 1 }: SellerOptions,
  session: SellerSession,
  results: readonly RuleResult[],
  started: { readonly at: string; readonly clock: number },
): Promise<Report> {
  const { seller, target, level, secrets, spending, earlier } = session;
  const partial = level === 'free' || stop?.aborted ? undefined : await refusalOfPayments(session);
  const order = new Map(session.rules.map(({ id }, index) => [id, index]));
  const sorted = results.toSorted((a, b) => (order.get(a.rule) ?? 0) - (order.get(b.rule) ?? 0));
  return {
    report: 1,
    target: { url: target.url, host: sellerHost },
    level,
    seed,
    started: started.at,
    ...(partial !== undefined && { partial: secrets.redact(partial) }),
    ...(stop?.aborted && { stopped: true }),
    summary: {
      ...countVerdicts(sorted),
      requests: earlier + seller.run.transport.requests,
      spent_usd: formatUsd(spending.budget.spent),
      seconds: Math.round((performance.now() - started.clock) / 100) / 10,
    },
    coverage: coverageOf(sorted, seller.run.contract.statements),
    results: sorted,
    causes: causesOf(sorted.filter((result) => reportVerdict(result) === 'fail')),
    settlements: spending.settlements,
  };
}

/** Why no valid payment was served; nothing where one was, or where no rule needed one. */
async function refusalOfPayments({ seller, rules }: SellerSession): Promise<string | undefined> {
  if (!rules.some(({ level }) => level === 'paid')) return undefined;
  try {
    await servedPurchase(seller);
    return undefined;
  } catch (error) {
    if (error instanceof NotTestable || error instanceof UnexpectedResponse || error instanceof NoResponse)
      return error.message;
    throw error;
  }
}
