/** Reads past charges off the rows of a usage record. The documents do not name its columns. */

import type Fraction from 'fraction.js';
import type { Environment } from '../oracle/evaluate.ts';
import { amountIn, type Row } from './table.ts';

/** A charge of an earlier request. */
export interface PastCharge {
  readonly usd: Fraction;
  /** Model, usage and tier as the request and the response to it had them. */
  readonly environment: Environment;
}

/** Names that columns usually have; others are not read. */
const named = {
  cost: /cost|charge|amount|price|spent/i,
  model: /model/i,
  prompt: /^(?!.*cach).*(prompt|input)/i,
  completion: /completion|output/i,
  tier: /tier/i,
};

/** Units per USD that the name of a column of costs may tell. */
const units = [
  { name: /micro/i, perUsd: 1_000_000 },
  { name: /cent/i, perUsd: 100 },
  { name: /./, perUsd: 1 },
];

/** The charge of a row; `undefined` for a row that cost nothing, or that lacks its cost or its tokens. */
export function pastCharge(row: Row): PastCharge | undefined {
  const find = (name: RegExp) => [...row].find(([path]) => name.test(path));
  const amount = (name: RegExp) => [...row].find(([path, text]) => name.test(path) && amountIn(text) !== undefined);
  const [column = '', cost = ''] = amount(named.cost) ?? [];
  const usd = amountIn(cost)?.div(units.find(({ name }) => name.test(column))?.perUsd ?? 1);
  const [model, prompt, completion] = [find(named.model), amount(named.prompt), amount(named.completion)];
  const tier = find(named.tier)?.[1];
  if (!usd?.gt(0) || !model || !prompt || !completion) return undefined;
  const tokens = { prompt: Number(prompt[1]), completion: Number(completion[1]) };
  return { usd, environment: environmentOf(model[1], tokens, tier) };
}

function environmentOf(
  model: string,
  { prompt, completion }: { readonly prompt: number; readonly completion: number },
  tier: string | undefined,
): Environment {
  // Formulas read tokens under the names of either form of chat.
  const usage = {
    prompt_tokens: prompt,
    completion_tokens: completion,
    input_tokens: prompt,
    output_tokens: completion,
  };
  return { request: { model }, response: { usage, ...(tier !== undefined && { service_tier: tier }) } };
}
