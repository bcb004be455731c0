/** The text models of this deployment: own ids, prices in billionths of a dollar per token. */
export interface TextModel {
  id: string;
  family: 'plain' | 'messages' | 'responses';
  inputNano: number;
  outputNano: number;
  context: number;
  maxOutput: number;
  categories: string[];
}

const MESSAGES_NAMES = [
  'ode-3',
  'ode-3-mini',
  'ode-4',
  'ode-4-mini',
  'ode-4.5',
  'epic-3',
  'epic-4',
  'epic-4.5',
  'lyric-3',
  'lyric-4',
];
const RESPONSES_BASES = [
  'chord-4.1',
  'chord-4o',
  'chord-o1',
  'chord-o3-mini',
  'chord-latest',
  'chord-5',
  'chord-5.3-codex',
  'chord-5.6-pro',
  'chord-oss-120b',
  'chord-6',
];
const RESPONSES_SIZES = ['', '-mini', '-nano'];
const PLAIN: Record<string, string[]> = {
  skerry: ['basalt', 'basalt-mini', 'granite', 'granite-code', 'slate', 'slate-vision', 'marl', 'marl-long'],
  fathom: ['deep-1', 'deep-2', 'deep-2-think', 'shoal-1', 'shoal-2', 'shoal-2-code', 'trench', 'trench-think'],
  windlass: ['reel', 'reel-mini', 'pawl', 'pawl-code', 'drum', 'drum-vision', 'gipsy', 'gipsy-think'],
  kelp: ['frond-7b', 'frond-34b', 'frond-70b', 'blade-8x7b', 'blade-8x22b', 'holdfast', 'stipe', 'stipe-code'],
  lantern: ['wick', 'wick-mini', 'flame', 'flame-think', 'glass', 'glass-vision', 'oil', 'oil-code'],
};

function categoriesOf(name: string): string[] {
  const found = ['chat'];
  if (/think|o1|o3|pro|epic/.test(name)) found.push('reasoning');
  if (/code/.test(name)) found.push('coding');
  if (/vision|4o|ode-4/.test(name)) found.push('vision');
  return found;
}

function model(provider: string, name: string, family: TextModel['family'], index: number): TextModel {
  const small = /mini|nano|7b/.test(name);
  const inputNano = small ? 150 + index * 10 : 1250 + index * 125;
  return {
    id: `${provider}/${name}`,
    family,
    inputNano,
    outputNano: inputNano * 5,
    context: small ? 128_000 : 400_000,
    maxOutput: small ? 32_000 : 128_000,
    categories: categoriesOf(name),
  };
}

export const TEXT_MODELS: readonly TextModel[] = [
  ...Object.entries(PLAIN).flatMap(([provider, names]) =>
    names.map((name, index) => model(provider, name, 'plain', index)),
  ),
  ...MESSAGES_NAMES.map((name, index) => model('calliope', name, 'messages', index)),
  ...RESPONSES_BASES.flatMap((base, index) =>
    RESPONSES_SIZES.map((size) => model('orpheus', `${base}${size}`, 'responses', index)),
  ),
];

export const RESPONSES_PREFIX = 'orpheus/';

const BY_ID = new Map(TEXT_MODELS.map((entry) => [entry.id, entry]));

export function textModel(id: string): TextModel | undefined {
  return BY_ID.get(id);
}

/** The documents' labels that this deployment has an id for. */
export const TEXT_LABELS: Record<string, string> = {
  chat: 'skerry/basalt',
  messages: 'calliope/ode-4',
  responses: 'orpheus/chord-5',
  'long context': 'skerry/marl-long',
  '4.1 family': 'orpheus/chord-4.1',
  '4o family': 'orpheus/chord-4o',
  o1: 'orpheus/chord-o1',
  'o3-mini': 'orpheus/chord-o3-mini',
  'chat-latest': 'orpheus/chord-latest',
  '5.3 codex': 'orpheus/chord-5.3-codex',
  '5.6 pro': 'orpheus/chord-5.6-pro',
  'gpt-oss': 'orpheus/chord-oss-120b',
};
