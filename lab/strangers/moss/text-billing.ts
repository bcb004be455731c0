import { on } from './faults.ts';
import { lengthOf } from './form.ts';
import { HttpError } from './http.ts';
import { perToken, type Usd } from './money.ts';
import type { Flex, TextModel } from './text-catalog.ts';
import { capacity, failureOf, type Turn } from './upstream.ts';

/** The tokens of a text: about four characters each, but never fewer than its words. */
export function countTokens(text: string): number {
  const words = text.match(/\S+/g)?.length ?? 0;
  return Math.max(words, Math.ceil(lengthOf(text) / 4));
}

/** The tokens of a JSON value that a model reads. */
export function countTokensOf(value: unknown): number {
  return countTokens(typeof value === 'string' ? value : JSON.stringify(value));
}

/** The exact charge for the tokens of one request. */
export function tokenCharge(
  model: TextModel,
  inputTokens: number,
  outputTokens: number,
  tier: string | undefined,
): Usd {
  const stale = on('charge-stale-price') && model.id === 'oakley/chat-latest';
  let input = (stale ? perToken('0.5') : model.input) * BigInt(inputTokens);
  let output = model.output * BigInt(outputTokens);
  const short = tier === 'flex' && on('flex-long-short-rate');
  if (model.longContext !== undefined && inputTokens > model.longContext && !short) {
    input += model.input * BigInt(on('long-context-marginal') ? inputTokens - model.longContext : inputTokens);
    output = (output * 3n) / 2n;
  }
  if (tier === 'flex' && on('flex-output-full')) return input / 2n + output;
  if (tier === 'flex' && on('flex-rate-truncated') && inputTokens <= (model.longContext ?? Infinity)) {
    return nanoHalf(model.input) * BigInt(inputTokens) + nanoHalf(model.output) * BigInt(outputTokens);
  }
  const charge = tier === 'flex' ? (input + output) / 2n : input + output;
  return charge;
}

// Half of a rate in whole 1e-9 USD, for the fault `flex-rate-truncated`.
function nanoHalf(rate: Usd): Usd {
  return (rate / 2000n) * 1000n;
}

function flexOf(model: TextModel): Flex {
  return on('flex-o3-prefix') && model.id.startsWith('oakley/o3') ? 'offered' : model.flex;
}

/** Refuses flex where the model has none or cannot report it. */
export function checkFlex(model: TextModel, tier: string | undefined): void {
  if (tier !== 'flex' || flexOf(model) === 'offered') return;
  if (model.flex === 'unreported' && on('flex-unreported-run')) return;
  const why = model.flex === 'none' ? 'offers no flex tier' : 'cannot report the tier that served the request';
  throw new HttpError(400, `service_tier: ${model.id} ${why}`, { code: 'FLEX_TIER_UNSUPPORTED' });
}

/** The tier that the upstream reports for a request. */
export function servedTier(model: TextModel, turn: Turn, asked: string | undefined): string | undefined {
  if (flexOf(model) !== 'offered') return turn.outcome === 'no_tier' ? undefined : 'default';
  if (turn.outcome === 'no_tier') return undefined;
  if (turn.outcome === 'other_tier') return asked === 'flex' ? 'default' : 'flex';
  return asked ?? 'default';
}

/** The failures of a text upstream, with those of flex. */
export function textFailure(
  model: TextModel,
  turn: Turn,
  asked: string | undefined,
  stream: boolean,
): HttpError | undefined {
  if (stream && turn.outcome === 'cut') return undefined;
  if (asked === 'flex') {
    if (turn.outcome === 'capacity' && !(stream && on('flex-stream-capacity'))) return flexUnavailable(turn);
    const checked = !(stream && on('flex-stream-unchecked'));
    if (checked && failureOf(turn) === undefined && servedTier(model, turn, asked) !== 'flex') {
      return new HttpError(502, 'The provider did not confirm the flex tier', { code: 'FLEX_TIER_UNCONFIRMED' });
    }
  }
  return failureOf(turn);
}

function flexUnavailable(turn: Turn): HttpError {
  const { headers } = capacity(turn);
  return new HttpError(
    429,
    'resource_unavailable',
    { code: 'resource_unavailable', details: 'There is no flex capacity at the moment' },
    headers,
  );
}
