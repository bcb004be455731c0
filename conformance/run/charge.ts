import { fieldsOf } from '../common/json.ts';
import type { Exchange, Invocation, ReceivedResponse, SentRequest } from '../http/exchange.ts';
import type { Evaluator } from '../oracle/evaluate.ts';

/** Micro-USDC reserved for a call whose worst case cannot be computed: more than any call of the suite costs. */
const allowance = 500_000n;

/** Tokens of a completion that no field of the request bounds: the most that `max_tokens` allows. */
const maxCompletionTokens = 128_000;

/**
 * The charge of a call on an account host, in micro-USDC, by the price of the contract.
 *
 * No response states the charge, so it is computed; 0 where the price cannot be computed from the response.
 */
export function chargeOf(invocation: Invocation, { received }: Exchange, evaluator: Evaluator): bigint {
  if (received.status >= 300 || isBroken(received)) return 0n;
  const { status, headers } = received;
  return computed(invocation, evaluator, { response: responseOf(received), status, headers }) ?? 0n;
}

/** True for a stream that was cut or ends with an error, which costs nothing. */
function isBroken({ cut, events }: ReceivedResponse): boolean {
  const last = events.at(-1);
  return cut || (last !== undefined && (last.event === 'error' || fieldsOf(last.json).error !== undefined));
}

/** The body of a response; of a stream, all that its events report, the last of each. */
function responseOf({ json, events }: ReceivedResponse): object {
  if (json !== undefined || events.length === 0) return fieldsOf(json);
  const parts = events.flatMap((event) => {
    const { response, message } = fieldsOf(event.json);
    return [fieldsOf(event.json), fieldsOf(response), fieldsOf(message)];
  });
  const usage = Object.assign({}, ...parts.map((part) => fieldsOf(part.usage)));
  return { ...Object.assign({}, ...parts), usage };
}

/**
 * The most that a call will cost if it is served, in micro-USDC.
 *
 * Where only the response determines a price, every byte that is sent counts as a token, and a completion is as long as the
 * request allows.
 */
export function costOf(invocation: Invocation, { body, path }: SentRequest, evaluator: Evaluator): bigint {
  const { price: use } = invocation.operation;
  if (!use) return 0n;
  const quoted = computed(invocation, evaluator, {});
  if (quoted !== undefined) return quoted;
  const prompt = Buffer.byteLength(body ?? path);
  const bounds = Object.entries(fieldsOf(invocation.body)).flatMap(([name, value]) =>
    name.includes('tokens') && typeof value === 'number' ? [value] : [],
  );
  const completion = bounds.length > 0 ? Math.max(...bounds) : maxCompletionTokens;
  const usage = {
    prompt_tokens: prompt,
    input_tokens: prompt,
    completion_tokens: completion,
    output_tokens: completion,
  };
  return computed(invocation, evaluator, { response: { usage }, status: 200, headers: {} }) ?? allowance;
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
