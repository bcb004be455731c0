import { formatUsd, parseUsd } from '@tollwright/runtime/money/usd';
import type { Settlement } from '../wallet/settlement.ts';

/** The cost of one operation in a run. */
export interface Spend {
  readonly operation: string;
  readonly calls: number;
  /** USD. */
  readonly usd: string;
}

/** Sums payments by operation, the largest sum first. */
export function spendOf(settlements: readonly Settlement[]): readonly Spend[] {
  return [...Map.groupBy(settlements, ({ operation }) => operation)]
    .map(([operation, own]) => ({
      operation,
      calls: own.length,
      micro: own.reduce((sum, { usd }) => sum + (parseUsd(usd) ?? 0n), 0n),
    }))
    .sort((a, b) => Number(b.micro - a.micro))
    .map(({ operation, calls, micro }) => ({ operation, calls, usd: formatUsd(micro) }));
}
