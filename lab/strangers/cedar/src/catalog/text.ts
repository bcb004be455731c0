import { config } from '../config.ts';
import { ApiError } from '../errors.ts';
import { on } from '../fault.ts';
import type { Usd } from '../money.ts';
import { ceilMicro, FEE, fmt, max, perMillion, usd } from '../money.ts';

/** About eighty text models. Rates are USD per million tokens. */
export interface TextModel {
  id: string;
  provider: string;
  name: string;
  input: Usd;
  output: Usd;
  context: number;
  maxOutput: number;
  categories: string[];
  flex: boolean;
  longAbove: number | null;
}
export const RESPONSES_PROVIDER = 'northwind';
export const MESSAGES_PROVIDER = 'larkspur';

const models = new Map<string, TextModel>();
function add(
  provider: string,
  slug: string,
  input: string,
  output: string,
  categories: string,
  more: Partial<TextModel> = {},
): void {
  const id = `${provider}/${slug}`;
  models.set(id, {
    id,
    provider,
    name: slug.replaceAll('-', ' '),
    input: usd(input),
    output: usd(output),
    context: 200_000,
    maxOutput: 64_000,
    categories: categories.split(' '),
    flex: false,
    longAbove: null,
    ...more,
  });
}

// The family of the Responses format: 30 ids. Its larger models reprice above 272K prompt tokens, and some offer flex.
const long = { longAbove: 272_000, context: 1_050_000, maxOutput: 128_000 };
const N = RESPONSES_PROVIDER;
for (const [slug, i, o] of [
  ['nw-5.6', '2.5', '15'],
  ['nw-5.4', '2.5', '15'],
  ['nw-5.4-mini', '0.75', '4.5'],
] as const)
  add(N, slug, i, o, 'chat reasoning coding vision', { ...long, flex: true });
for (const [slug, i, o] of [
  ['nw-5.2', '1.75', '14'],
  ['nw-5.1', '1.25', '10'],
  ['nw-5', '1.25', '10'],
  ['nw-5-mini', '0.25', '2'],
  ['nw-5-nano', '0.05', '0.4'],
  ['o3', '2', '8'],
  ['o4-mini', '1.1', '4.4'],
] as const)
  add(N, slug, i, o, 'chat reasoning', { flex: true, context: 400_000, maxOutput: 128_000 });
for (const [slug, i, o] of [
  ['nw-5.6-pro', '30', '180'],
  ['nw-5.6-pro-high', '30', '180'],
] as const)
  add(N, slug, i, o, 'chat reasoning', long);
for (const [slug, i, o] of [
  ['nw-4.1', '2', '8'],
  ['nw-4.1-mini', '0.4', '1.6'],
  ['nw-4.1-nano', '0.1', '0.4'],
  ['nw-4o', '2.5', '10'],
  ['nw-4o-mini', '0.15', '0.6'],
] as const)
  add(N, slug, i, o, 'chat vision', { context: 1_000_000, maxOutput: 32_768 });
for (const [slug, i, o] of [
  ['o1', '15', '60'],
  ['o3-mini', '1.1', '4.4'],
  ['nw-chat-latest', '5', '30'],
  ['nw-5.3-codex', '1.75', '14'],
  ['open-120b', '0.039', '0.19'],
  ['open-20b', '0.03', '0.14'],
] as const)
  add(N, slug, i, o, 'chat coding');
for (const [slug, i, o] of [
  ['nw-5.2-pro', '21', '168'],
  ['nw-5-pro', '15', '120'],
  ['o1-mini', '1.1', '4.4'],
  ['nw-5.2-codex', '1.75', '14'],
  ['nw-5.1-codex', '1.25', '10'],
  ['nw-5.1-codex-mini', '0.25', '2'],
  ['nw-search-preview', '2.5', '10'],
] as const)
  add(N, slug, i, o, 'chat coding');

// The family of the messages format: 10 ids.
for (const [slug, i, o] of [
  ['lark-opus-5', '5', '25'],
  ['lark-opus-4.7', '5', '25'],
  ['lark-opus-4.6', '5', '25'],
  ['lark-opus-4.5', '5', '25'],
  ['lark-opus-4.1', '15', '75'],
  ['lark-sonnet-5', '3', '15'],
  ['lark-sonnet-4.6', '3', '15'],
  ['lark-sonnet-4.5', '3', '15'],
  ['lark-haiku-4.5', '1', '5'],
  ['lark-haiku-4', '0.8', '4'],
] as const)
  add(MESSAGES_PROVIDER, slug, i, o, 'chat reasoning coding vision');

for (const provider of ['juniper', 'hazel', 'rowan', 'willow', 'aspen', 'maple', 'linden', 'alder']) {
  for (const [slug, i, o, cat] of [
    ['grand', '1.2', '6', 'chat reasoning'],
    ['medium', '0.5', '2', 'chat'],
    ['small', '0.11', '0.44', 'chat'],
    ['coder', '0.29', '1.15', 'chat coding'],
    ['sight', '0.35', '1.05', 'chat vision'],
  ] as const) {
    add(provider, `${provider}-${slug}`, i, o, cat, { context: 131_072, maxOutput: 32_768 });
  }
}

export function textModels(): TextModel[] {
  return [...models.values()];
}

export function textModel(id: string, provider?: string, prefixOptional = false): TextModel {
  const found =
    models.get(id) ??
    (prefixOptional && !on('responses-prefix-required') ? models.get(`${provider}/${id}`) : undefined);
  if (found && (provider === undefined || found.provider === provider)) return found;
  const fit = textModels()
    .filter((m) => provider === undefined || m.provider === provider)
    .map((m) => m.id);
  throw new ApiError(400, {
    error: 'Invalid request body',
    details: [{ field: 'model', message: `Unknown model: ${id}` }],
    message: 'model is not in the catalog of this endpoint',
    available_models: fit,
  });
}

interface Rates {
  input: Usd;
  output: Usd;
}

/** The rates of one request. Above the long-context threshold the whole request is repriced; flex halves every class. */
function rates(m: TextModel, promptTokens: number, flex: boolean): Rates {
  let { input, output } = m;
  const above = m.longAbove !== null && promptTokens > m.longAbove - (on('long-context-inclusive') ? 1 : 0);
  const long = above && !(on('long-context-sibling-forgotten') && m.id.includes('-5.6'));
  if (long) {
    input *= 2n;
    output = (output * 3n) / 2n;
  }
  if (flex && !(long && on('flex-skips-long-context'))) {
    input /= 2n;
    if (!on('flex-halves-input-only')) output /= 2n;
  }
  return { input, output };
}

export function cost(m: TextModel, promptTokens: number, outputTokens: number, flex = false): Usd {
  const r = rates(m, promptTokens, flex);
  if (on('long-context-only-excess') && m.longAbove !== null && promptTokens > m.longAbove) {
    const usual = rates(m, 0, flex);
    return (
      perMillion(usual.input, m.longAbove) +
      perMillion(r.input, promptTokens - m.longAbove) +
      perMillion(r.output, outputTokens)
    );
  }
  return perMillion(r.input, promptTokens) + perMillion(r.output, outputTokens);
}

/** The quote of a per-call text request: both costs rounded up to a micro-dollar, no margin, plus the flat fee. */
export function textQuote(
  m: TextModel,
  promptTokens: number,
  outputTokens: number,
  flex = false,
): { base: Usd; account: Usd; breakdown: Record<string, string> } {
  const r = rates(m, promptTokens, flex);
  const inputCost = ceilMicro(perMillion(r.input, promptTokens));
  const outputCost = ceilMicro(perMillion(r.output, outputTokens));
  const margin = on('chat-platform-margin') ? ceilMicro((inputCost + outputCost) / 20n) : 0n;
  return {
    base: inputCost + outputCost + margin + FEE,
    // Flex may be answered by the standard tier, which costs more: hold the larger amount.
    account: max(cost(m, promptTokens, outputTokens, false), 0n),
    breakdown: on('breakdown-swapped')
      ? { inputCost: fmt(outputCost), outputCost: fmt(inputCost), margin: fmt(margin) }
      : { inputCost: fmt(inputCost), outputCost: fmt(outputCost), margin: fmt(margin) },
  };
}

export function textCatalog(): unknown[] {
  return textModels().map((m) => ({
    name: m.id,
    id: m.id,
    description: `${m.name} by ${m.provider}`,
    context_window: m.context,
    max_output: m.maxOutput,
    categories: m.categories,
    pricing: { unit: 'usd_per_1m_tokens', input: fmt(m.input), output: fmt(m.output) },
    ...(config.host === 'account' ? { flex: m.flex } : {}),
    ...(m.longAbove !== null && on('catalog-repeats-threshold') ? { longContextThreshold: m.longAbove } : {}),
  }));
}
