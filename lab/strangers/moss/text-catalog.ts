import { perToken, type Usd } from './money.ts';

/** Whether a text model takes `service_tier: flex`. */
export type Flex = 'offered' | 'none' | 'unreported';

/** A text model of the catalog. */
export interface TextModel {
  id: string;
  description: string;
  contextWindow: number;
  maxOutput: number;
  categories: string[];
  input: Usd;
  output: Usd;
  /** The whole request is repriced above this number of prompt tokens. */
  longContext?: number;
  flex: Flex;
}

/** The provider whose models speak the messages format. */
export const MESSAGES_PROVIDER = 'fern';
/** The provider whose models speak the responses format. */
export const RESPONSES_PROVIDER = 'oakley';

const LONG_CONTEXT_THRESHOLD = 272_000;

// Name, input and output in USD per million tokens, flex.
const RESPONSES_FAMILY: [string, string, string, Flex][] = [
  ['4.1', '0.8', '3.2', 'none'],
  ['4.1-mini', '0.2', '0.8', 'none'],
  ['4.1-nano', '0.05', '0.2', 'none'],
  ['4o', '1', '4', 'none'],
  ['4o-mini', '0.15', '0.6', 'none'],
  ['o1', '4', '16', 'none'],
  ['o3-mini', '0.5', '2', 'none'],
  ['o3', '1', '4', 'offered'],
  ['o4-mini', '0.5', '2', 'offered'],
  ['chat-latest', '0.6', '2.4', 'none'],
  ['5', '0.6', '4.8', 'offered'],
  ['5-mini', '0.125', '1', 'offered'],
  ['5-nano', '0.025', '0.2', 'offered'],
  ['5-codex', '0.6', '4.8', 'offered'],
  ['5.1', '0.6', '4.8', 'offered'],
  ['5.1-codex', '0.6', '4.8', 'offered'],
  ['5.1-codex-mini', '0.125', '1', 'offered'],
  ['5.2', '0.8', '6.4', 'offered'],
  ['5.2-codex', '0.8', '6.4', 'offered'],
  ['5.3-codex', '0.8', '6.4', 'none'],
  ['5.4', '0.4', '1.6', 'offered'],
  ['5.4-mini', '0.1', '0.4', 'offered'],
  ['5.4-nano', '0.02', '0.16', 'offered'],
  ['5.5', '0.5', '2', 'offered'],
  ['5.6', '0.5', '2.5', 'offered'],
  ['5.6-mini', '0.1', '0.5', 'offered'],
  ['5.6-pro', '5', '20', 'unreported'],
  ['5.6-pro-high', '6', '24', 'unreported'],
  ['gpt-oss-20b', '0.03', '0.12', 'unreported'],
  ['gpt-oss-120b', '0.09', '0.36', 'unreported'],
];

const LONG_CONTEXT_MODELS = new Set(['5.4', '5.5', '5.6', '5.6-pro', '5.6-pro-high']);

const MESSAGES_FAMILY: [string, string, string][] = [
  ['frond-3', '0.25', '1.25'],
  ['frond-3.5', '0.4', '2'],
  ['frond-4', '0.5', '2.5'],
  ['frond-4.5', '0.5', '2.5'],
  ['frond-5', '0.6', '3'],
  ['spore-3', '0.1', '0.5'],
  ['spore-4', '0.2', '1'],
  ['crown-3', '3', '15'],
  ['crown-4', '2', '10'],
  ['crown-4.5', '1', '5'],
];

const OTHER_PROVIDERS = ['alder', 'cedar', 'hazel', 'rowan', 'willow'];
const OTHER_MODELS: [string, string, string, string[]][] = [
  ['small', '0.05', '0.2', ['chat']],
  ['medium', '0.15', '0.45', ['chat']],
  ['large', '0.5', '2', ['chat', 'coding']],
  ['large-vision', '0.5', '2', ['chat', 'vision']],
  ['coder', '0.3', '1.2', ['coding']],
  ['thinker', '0.6', '2.4', ['reasoning']],
  ['thinker-mini', '0.1', '0.6', ['reasoning', 'chat']],
  ['flash-lite', '0.02', '0.08', ['chat']],
];

function model(
  provider: string,
  name: string,
  input: string,
  output: string,
  flex: Flex,
  categories: string[],
): TextModel {
  return {
    id: `${provider}/${name}`,
    description: `The ${name} text model of ${provider}`,
    contextWindow: 400_000,
    maxOutput: 128_000,
    categories,
    input: perToken(input),
    output: perToken(output),
    flex,
  };
}

function responsesModel([name, input, output, flex]: [string, string, string, Flex]): TextModel {
  const made = model(
    RESPONSES_PROVIDER,
    name,
    input,
    output,
    flex,
    name.includes('codex') ? ['coding', 'reasoning'] : ['chat', 'reasoning', 'vision'],
  );
  return LONG_CONTEXT_MODELS.has(name)
    ? { ...made, contextWindow: 1_050_000, longContext: LONG_CONTEXT_THRESHOLD }
    : made;
}

/** Every text model. */
export const textModels: TextModel[] = [
  ...RESPONSES_FAMILY.map(responsesModel),
  ...MESSAGES_FAMILY.map(([name, input, output]) =>
    model(MESSAGES_PROVIDER, name, input, output, 'none', ['chat', 'coding', 'vision']),
  ),
  ...OTHER_PROVIDERS.flatMap((provider) =>
    OTHER_MODELS.map(([name, input, output, categories]) => model(provider, name, input, output, 'none', categories)),
  ),
];

const byId = new Map(textModels.map((item) => [item.id, item]));

/** The model with an id. */
export function textModel(id: string): TextModel | undefined {
  return byId.get(id);
}

/** The ids of one provider. */
export function idsOf(provider: string): string[] {
  return textModels.map((item) => item.id).filter((id) => id.startsWith(`${provider}/`));
}
