/** Calls that a target may answer from a cache of prompts, and their charges. */

import { isObject } from '@tollwright/runtime/values/json';
import type Fraction from 'fraction.js';
import type { Run } from '../check/run.ts';
import { fieldsOf } from '../common/json.ts';
import type { Exchange, Invocation } from '../http/exchange.ts';
import { openAccount } from './account.ts';

/** Characters of a prompt that is long enough to be cached. */
export const cacheable = 20_000;

/** A call that was served, and the USD that it was charged. */
export interface ChargedCall {
  readonly exchange: Exchange;
  readonly usd: Fraction;
}

/** Makes a call twice with one new key. */
export async function chargedTwice(run: Run, call: Invocation): Promise<readonly [ChargedCall, ChargedCall]> {
  const account = await openAccount(run);
  const exchange = await account.send(call);
  const usd = await account.spent();
  const again = await account.send(call);
  return [
    { exchange, usd },
    { exchange: again, usd: (await account.spent()).sub(usd) },
  ];
}

/** The prompt tokens of a response, those that were read from a cache among them, and its completion tokens. */
export interface CountedTokens {
  readonly prompt: number;
  readonly completion: number;
  readonly cached: number;
}

/** Reads the usage of a response body by the names of its fields; a figure that is not reported is 0. */
export function tokensOf(body: unknown): CountedTokens {
  const usage = fieldsOf(fieldsOf(body).usage);
  return {
    prompt: Number(usage.prompt_tokens ?? usage.input_tokens ?? 0),
    completion: Number(usage.completion_tokens ?? usage.output_tokens ?? 0),
    cached: cachedIn(usage),
  };
}

function cachedIn(usage: unknown): number {
  return Object.entries(fieldsOf(usage)).reduce((sum, [name, value]) => {
    if (isObject(value)) return sum + cachedIn(value);
    return typeof value === 'number' && isCached(name) ? sum + value : sum;
  }, 0);
}

/** True for the name of a figure about tokens that were read from a cache. */
export const isCached = (name: string) => /cach/i.test(name) && !/writ|creat|long/i.test(name);

/** True for two calls with the same prompt and completion tokens: cached ones are part of the others, or counted beside them. */
export function isSameButCached(one: CountedTokens, other: CountedTokens): boolean {
  const isAlike = one.prompt === other.prompt || one.prompt + one.cached === other.prompt + other.cached;
  return one.prompt > 0 && isAlike && one.completion === other.completion;
}
