import { on } from './faults.ts';
import { show } from './money.ts';
import { type HostName, options } from './options.ts';

/** A language model. Rates are micro-USDC per million tokens. */
export interface TextModel {
  id: string;
  name: string;
  description: string;
  contextWindow: number;
  maxOutput: number;
  categories: string[];
  inputRate: bigint;
  outputRate: bigint;
  /** The native format that the model speaks besides chat. */
  format?: 'messages' | 'responses';
  /** Prompt tokens above which the account host charges the long-context rates. */
  longContextThreshold?: number;
}

/** The one provider of the messages format, and the one of the responses format. */
export const MESSAGES_PROVIDER = 'cedar';
/** The provider of the responses format; its prefix is optional there. */
export const RESPONSES_PROVIDER = 'onyx';

function model(id: string, input: number, output: number, more: Partial<TextModel> = {}): TextModel {
  return {
    id,
    name: id.split('/')[1] ?? id,
    description: `Language model ${id}`,
    contextWindow: 200_000,
    maxOutput: 128_000,
    categories: ['chat'],
    inputRate: BigInt(input),
    outputRate: BigInt(output),
    ...more,
  };
}

const cedar = [
  'sprig',
  'sprig-2',
  'bough',
  'bough-2',
  'bough-2.5',
  'trunk',
  'trunk-2',
  'trunk-2.5',
  'crown',
  'crown-2',
].map((name, index) =>
  model(`cedar/${name}`, 250_000 + index * 475_000, 1_250_000 + index * 2_375_000, {
    format: 'messages',
    categories: ['chat', 'reasoning', 'vision'],
  }),
);

const onyxChat = [
  'gpt-4.1',
  'gpt-4.1-mini',
  'gpt-4o',
  'gpt-4o-mini',
  'o1',
  'o3-mini',
  'chat-latest',
  'gpt-5.5',
  'gpt-5.5-mini',
  'gpt-oss-120b',
];
const onyxOnly = [
  'gpt-5.3-codex',
  'gpt-5.6-pro',
  'gpt-5.6-pro-max',
  'gpt-oss-20b',
  'o1-pro',
  'o3',
  'o3-pro',
  'o4-mini',
  'gpt-5',
  'gpt-5-mini',
  'gpt-5-nano',
  'gpt-5.1',
  'gpt-5.1-codex',
  'gpt-5.2',
  'gpt-5.2-codex',
  'gpt-5.4',
  'gpt-5.4-mini',
  'gpt-5.6',
  'gpt-5.6-mini',
  'gpt-5.6-nano',
];
const onyx = [...onyxChat, ...onyxOnly].map((name, index) =>
  model(`onyx/${name}`, 100_000 + index * 130_000, 400_000 + index * 520_000, {
    format: 'responses',
    categories: onyxChat.includes(name) ? ['chat', 'vision'] : ['reasoning', 'coding'],
    ...(name === 'gpt-5.5' || name === 'gpt-5.6' ? { contextWindow: 1_050_000, longContextThreshold: 272_000 } : {}),
  }),
);

const others = [
  'acorn',
  'bramble',
  'clover',
  'dogwood',
  'elder',
  'fennel',
  'gorse',
  'hazel',
  'ivy',
  'juniper',
  'kelp',
  'linden',
  'moss',
].flatMap((provider, row) =>
  ['tiny', 'small', 'medium', 'large', ...(row < 10 ? ['giant'] : [])].map((size, column) =>
    model(
      `${provider}/${provider}-${size}`,
      50_000 * (column * 2 + 1) + row * 3_500,
      200_000 * (column * 2 + 1) + row * 11_500,
      {
        categories: column > 2 ? ['chat', 'reasoning', 'coding'] : ['chat'],
      },
    ),
  ),
);

const catalogs: Record<HostName, TextModel[]> = {
  base: [...cedar, ...onyx, ...others],
  test: [
    ...cedar.slice(0, 2),
    ...onyx.filter((item) => ['onyx/gpt-5.5-mini', 'onyx/gpt-oss-120b'].includes(item.id)),
    ...others.slice(0, 4),
  ],
};

/** The language models of this host. */
export const textModels: TextModel[] = catalogs[options.host];

/** The language model with this id. */
export function textModel(id: string): TextModel | undefined {
  return textModels.find((item) => item.id === id);
}

/** USD of one token as a decimal text: rates are micro-USDC per million tokens. */
function perToken(rate: bigint): string {
  return `0.${rate.toString().padStart(12, '0')}`;
}

/** The catalog entry of a language model. */
export function textEntry(item: TextModel): Record<string, unknown> {
  return {
    id: item.id,
    name: item.name,
    description: item.description,
    context_window: item.contextWindow,
    ...(on('catalog-max-output') && !item.categories.includes('chat') ? {} : { max_output: item.maxOutput }),
    categories:
      on('category-long') && item.contextWindow > 1_000_000 ? [...item.categories, 'long-context'] : item.categories,
    formats: item.format === undefined ? ['chat'] : ['chat', item.format],
    price_per_token: { input: perToken(item.inputRate), output: perToken(item.outputRate), currency: 'USD' },
  };
}

/** The price-sheet entry of a language model. */
export function textPriceEntry(item: TextModel): Record<string, unknown> {
  const long =
    item.longContextThreshold === undefined
      ? {}
      : {
          longContextThreshold: item.longContextThreshold,
          longContextThresholdInclusive: false,
          longContextInputPrice: show(item.inputRate * 2n),
          longContextOutputPrice: show((item.outputRate * 3n) / 2n),
        };
  return {
    id: item.id,
    inputPrice: show(item.inputRate),
    outputPrice: show(item.outputRate),
    unit: 'USD per million tokens',
    ...long,
  };
}
