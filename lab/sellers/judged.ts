/** Runs against sellers, by the x402 standard alone and by a specification that is written for them. */

import { formatUsd } from '@tollwright/runtime/money/usd';
import { privateKeyToAccount } from 'viem/accounts';
import { type ConformOptions, conform } from '#conformance/conform.ts';
import type { Report } from '#conformance/report/report.ts';
import { judgeSeller } from '#conformance/x402/judge.ts';
import { funds, type Market, payTo, standard } from './market.ts';
import type { SoldService } from './services.ts';
import { contractOf } from './written.ts';

/** A run to make. */
interface SellerRun {
  readonly market: Market;
  readonly service: SoldService;
  readonly url: string;
  readonly seed: number;
}

const levels = ['free', 'paid'] as const;

/** Fewest rules that a run without a wallet passes, and one with a wallet. */
const fewest = { free: 15, paid: 25 };

/** Judges a seller by the standard at both levels. Returns what is wrong: accusations, errors, rules not judged, wrong sums. */
export async function wrongByStandard({ market, url, seed }: SellerRun): Promise<readonly unknown[]> {
  const wrong: unknown[] = [];
  for (const level of levels) {
    const key = await market.wallet();
    const env = { PAYER_KEY: key };
    const { report } = await judgeSeller({ standard, url, seed, level, rpc: market.chain.url, env });
    const left = await market.chain.balance(privateKeyToAccount(key).address);
    const [spent, reported] = [formatUsd(funds - left), report.summary.spent_usd];
    wrong.push(...wrongIn(report, fewest[level]), ...(spent === reported ? [] : [{ spent, reported }]));
  }
  return wrong;
}

/** Judges a seller by a specification of its own at both levels. Returns what is wrong: accusations, errors, rules not judged. */
export async function wrongBySpecification(run: SellerRun): Promise<readonly unknown[]> {
  const wrong: unknown[] = [];
  for (const level of levels) wrong.push(...wrongIn(await judgeBySpecification(run, { level }), fewest[level]));
  return wrong;
}

/** Judges a seller by a specification of its own. */
export async function judgeBySpecification(
  { market, service, url, seed }: SellerRun,
  options: Pick<ConformOptions, 'level' | 'only' | 'exhaust'>,
): Promise<Report> {
  return conform({
    ...{ contract: await contractOf(service, payTo), host: service.name, url, seed, rpc: market.chain.url },
    ...{ maxSpend: '1', env: { PAYER_KEY: await market.wallet(), OTHER_KEY: await market.wallet() } },
    ...options,
  });
}

/** Accusations and errors of a report, and whether it judged too little. */
export function wrongIn({ results, partial, summary }: Report, least: number): readonly unknown[] {
  const odd = results.filter(({ verdict }) => verdict === 'fail' || verdict === 'error');
  return [
    ...odd.map(({ rule, detail, actual }) => ({ rule, detail, actual })),
    ...(partial === undefined ? [] : [{ partial }]),
    ...(summary.pass > least ? [] : [{ passed: summary.pass }]),
  ];
}
