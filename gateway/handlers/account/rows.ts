import { formatUsd } from '@tollwright/runtime/money/usd';
import type { UsageRow } from '@tollwright/runtime/store/accounts';
import type { HandlerContext } from '../shared/context.ts';
import { type SpanQuery, spanOf } from './span.ts';

/** A usage row as callers see it. Fields that a call does not have are left out. */
export interface Row {
  readonly id: string;
  readonly timestamp: string;
  readonly endpoint: string;
  readonly model?: string;
  readonly prompt_tokens?: number;
  readonly completion_tokens?: number;
  readonly service_tier?: string;
  /** USD, exact decimal text. */
  readonly cost: string;
}

/** Reads the usage rows of an account within the span of a query, oldest first. */
export async function usageRows(
  context: HandlerContext,
  account: string | undefined,
  query: SpanQuery,
): Promise<readonly UsageRow[]> {
  const { clock, store } = context.services;
  const { from, to } = spanOf(query, clock);
  return account === undefined ? [] : store.accounts.usage(account, from, to);
}

/** Converts a stored row. */
export function toRow({ id, at, route, amount, data }: UsageRow): Row {
  const { model, prompt_tokens, completion_tokens, service_tier } = data;
  return {
    id,
    timestamp: new Date(at).toISOString(),
    endpoint: route,
    ...(typeof model === 'string' && { model }),
    ...(typeof prompt_tokens === 'number' && { prompt_tokens }),
    ...(typeof completion_tokens === 'number' && { completion_tokens }),
    ...(typeof service_tier === 'string' && { service_tier }),
    cost: formatUsd(amount),
  };
}
