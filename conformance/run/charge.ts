import type { Exchange, Invocation } from '../check/exchange.ts';
import type { Evaluator } from '../oracle/evaluate.ts';

/** Micro-USDC held for a call whose price only its answer tells: more than any call of the suite comes to. */
const allowance = 50_000n;

/**
 * What a call has cost on an account host, in micro-USDC, by the contract's own price.
 *
 * Nothing in an answer tells the charge, so it is computed; 0 where the price cannot be computed from the answer.
 */
export function chargeOf(invocation: Invocation, { received }: Exchange, evaluator: Evaluator): bigint {
  if (received.status >= 300) return 0n;
  const { status, headers, json } = received;
  return computed(invocation, evaluator, { response: json ?? {}, status, headers }) ?? 0n;
}

/** What a call will cost at most if it is served, in micro-USDC. */
export function costOf(invocation: Invocation, evaluator: Evaluator): bigint {
  if (!invocation.operation.price) return 0n;
  return computed(invocation, evaluator, {}) ?? allowance;
}

function computed(
  { operation, body, query, params }: Invocation,
  evaluator: Evaluator,
  answer: Readonly<Record<string, unknown>>,
): bigint | undefined {
  if (!operation.price) return undefined;
  try {
    return evaluator.micro(operation.price, {
      request: body ?? {},
      query: query ?? {},
      params: params ?? {},
      ...answer,
    });
  } catch {
    return undefined;
  }
}
