import type { Exchange, Invocation } from '../check.ts';
import type { Evaluator } from '../oracle/evaluate.ts';

/**
 * What a call has cost on an account host, in micro-USDC, by the contract's own price.
 *
 * Nothing in an answer tells the charge, so it is computed; 0 where the price cannot be computed from the answer.
 */
export function chargeOf(
  { operation, body, query, params }: Invocation,
  { received }: Exchange,
  evaluator: Evaluator,
): bigint {
  if (!operation.price || received.status >= 300) return 0n;
  try {
    return evaluator.micro(operation.price, {
      request: body ?? {},
      query: query ?? {},
      params: params ?? {},
      response: received.json ?? {},
      status: received.status,
      headers: received.headers,
    });
  } catch {
    return 0n;
  }
}
