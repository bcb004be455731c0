import { on } from './faults.ts';
import { ceilDiv, show, usd } from './money.ts';
import { options } from './options.ts';

/** A speech model. One of the two rates is set. */
export interface SpeechModel {
  id: string;
  label: string;
  perThousand?: bigint;
  perSecond?: bigint;
  maxInput: number;
}

const all: SpeechModel[] = [
  { id: 'lyre/flash', label: 'flash', perThousand: usd('0.05'), maxInput: 40_000 },
  { id: 'lyre/turbo', label: 'turbo', perThousand: usd('0.05'), maxInput: 40_000 },
  { id: 'lyre/polyglot', label: 'multilingual', perThousand: usd('0.10'), maxInput: 10_000 },
  { id: 'lyre/actor-v3', label: 'expressive v3', perThousand: usd('0.10'), maxInput: 5_000 },
  { id: 'larch/stagecraft', label: 'prompt-directed audio model', perSecond: usd('0.003'), maxInput: 3_000 },
];

/** The speech models of this host; the first is the default. */
export const speechModels: SpeechModel[] = options.host === 'base' ? all : all.slice(0, 1);

/** The one music model. */
export const musicModel = 'lyre/band';
/** What a track costs, fee included. */
export const MUSIC_PRICE = usd('0.1585');
/** What a sound effect costs, fee included. */
export const EFFECT_PRICE = usd('0.0535');

const MIN_SPEECH = usd('0.003');

/** The seconds that a directed reading of so many characters is estimated to take. */
export function estimatedSeconds(characters: number): number {
  return Math.min(on('speech-directed-uncapped') ? Infinity : 120, Math.max(1, Math.ceil(characters / 15)));
}

/** The price of reading so many characters. The formula of the documents is the whole price. */
export function speechPrice(model: SpeechModel, characters: number): bigint {
  const amount =
    model.perSecond === undefined
      ? ceilDiv(BigInt(characters) * (model.perThousand ?? 0n) * 105n, 100_000n)
      : model.perSecond * BigInt(estimatedSeconds(characters));
  const least = on('speech-minimum-margin') ? (MIN_SPEECH * 105n) / 100n : MIN_SPEECH;
  return amount < least ? least : amount;
}

/** Voices with their aliases. */
export const voices = [
  ['Sarah', 'sarah'],
  ['Liam', 'liam'],
  ['Maya', 'maya-reads'],
  ['Otto', 'otto'],
  ['Ingrid', 'ingrid'],
  ['Ravi', 'ravi'],
].map(([name = '', alias = ''], index) => ({
  voice_id: `Vx${(0x51c3a9 + index * 7919).toString(36)}Qm${index}b7Lk2pRt`,
  name,
  alias,
}));

/** The audio catalog. */
export function audioEntries(): Record<string, unknown>[] {
  const speech = speechModels.map((model) => ({
    id: model.id,
    kind: 'speech',
    max_input_characters: model.maxInput,
    pricing:
      model.perSecond === undefined
        ? { per_1k_characters: show(model.perThousand ?? 0n), margin_percent: 5 }
        : { per_second: show(model.perSecond) },
  }));
  return [
    ...speech,
    { id: musicModel, kind: 'music', pricing: { per_track: show(MUSIC_PRICE) } },
    { id: 'lyre/foley', kind: 'sound-effects', pricing: { per_effect: show(EFFECT_PRICE) } },
  ];
}
