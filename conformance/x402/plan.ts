import { formatUsd } from '@tollwright/runtime/money/usd';
import type { Rule } from '../contract/contract.ts';
import type { Plan } from '../run/plan.ts';
import { keepsResponses } from './extensions.ts';
import { routeName } from './routes.ts';
import { amountOf, type PayableChallenge } from './seller.ts';
import type { Standard } from './standard.ts';

/** Payments that a behaviour signs beside the first purchase of a route. */
const ownPayments: Readonly<Record<string, number>> = {
  'own-transaction': 1,
  race: 1,
  'failed-call': 1,
  'cheaper-payment': 1,
  repeated: 1,
  conflict: 2,
};

/** Payments that a conforming seller settles: purchases, one more of the cheapest route, one that is raced, and two with an identifier. */
const settledBehaviours = ['own-transaction', 'race', 'repeated', 'conflict'];

/** Behaviours of sellers whose challenges declare identifiers. */
const identifierBehaviours = ['repeated', 'conflict'];

/** The payments of a run, before the first one, and their number. */
export interface SellerPlan {
  readonly plan: Plan;
  readonly payments: number;
}

/** Plans the payments that rules need: a purchase of each route that is bought, and all others on the cheapest route. */
export function planPayments(
  bought: readonly PayableChallenge[],
  rules: readonly Rule[],
  { rules: standard }: Standard,
  cap: bigint,
): SellerPlan {
  const hasIdentifiers = bought.some(keepsResponses);
  const own = rules
    .map(({ id }) => standard.get(id))
    .filter((rule) => hasIdentifiers || !identifierBehaviours.includes(rule?.behaviour ?? ''));
  const forged = own.flatMap((rule) => rule?.forgeries ?? []).filter(({ wallet }) => wallet === undefined).length;
  const extra = own.reduce((sum, rule) => sum + (ownPayments[rule?.behaviour ?? ''] ?? 0), forged);
  const settled = own.filter((rule) => settledBehaviours.includes(rule?.behaviour ?? '')).length;
  const rows = bought.map((challenge, index) => {
    const calls = index === 0 ? 1 + extra : 1;
    const each = amountOf(challenge);
    return { operation: routeName(challenge.route), calls, each, settled: index === 0 ? 1 + settled : 1 };
  });
  const expected = rows.reduce((sum, row) => sum + row.each * BigInt(row.settled), 0n);
  return {
    payments: rows.reduce((sum, { calls }) => sum + calls, 0),
    plan: {
      rows: rows.map(({ operation, calls, each }) => ({
        operation,
        calls,
        each: formatUsd(each),
        usd: formatUsd(each * BigInt(calls)),
      })),
      expected: formatUsd(expected),
      worst: formatUsd(rows.length === 0 ? 0n : cap),
    },
  };
}
