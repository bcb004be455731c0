import type { Exchange, Invocation } from '../check/exchange.ts';
import type { Evaluator } from '../oracle/evaluate.ts';

/** Micro-USDC reserved for a call whose price only its response determines: more than any call of the suite costs. */
const allowance = 50_000n;

/**
 * The charge of a call on an account host, in micro-USDC, by the price of the contract.
 *
 * No response states the charge, so it is computed; 0 where the price cannot be computed from the response.
 */
export function chargeOf(invocation: Invocation, { received }: Exchange, evaluator: Evaluator): bigint {
  if (received.status >= 300) return 0n;
  const { status, headers, json } = received;
  return computed(invocation, evaluator, { response: json ?? {}, status, headers }) ?? 0n;
}

/** The most that a call will cost if it is served, in micro-USDC. */
export function costOf(invocation: Invocation, evaluator: Evaluator): bigint {
  if (!invocation.operation.price) return 0n;
  return computed(invocation, evaluator, {}) ?? allowance;
}

function computed(
  { operation, body, query, params }: Invocation,
  evaluator: Evaluator,
  response: Readonly<Record<string, unknown>>,
): bigint | undefined {
  if (!operation.price) return undefined;
  try {
    return evaluator.micro(operation.price, {
      request: body ?? {},
      query: query ?? {},
      params: params ?? {},
      ...response,
    });
  } catch {
    return undefined;
  }
}
