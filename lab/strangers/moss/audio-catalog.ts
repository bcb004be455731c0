import { type Usd, usd, withMargin } from './money.ts';

/** A speech model of the catalog. */
export interface SpeechModel {
  id: string;
  maxInput: number;
  /** The price of one character, margin included. */
  perCharacter?: Usd;
  /** The price of one second of output. */
  perSecond?: Usd;
}

/** The single music model. */
export const MUSIC_MODEL = 'lark/song-1';
/** The single model for sound effects. */
export const SOUND_MODEL = 'lark/effects-1';
/** The speech model of a request that names none. */
export const DEFAULT_SPEECH_MODEL = 'lark/flash';
/** The price of one track. */
export const MUSIC_PRICE = usd('0.1575');
/** The price of one sound effect. */
export const SOUND_PRICE = usd('0.0525');

function perCharacter(id: string, perThousand: string, maxInput: number): SpeechModel {
  return { id, maxInput, perCharacter: withMargin(usd(perThousand)) / 1000n };
}

/** Every speech model. */
export const speechModels: SpeechModel[] = [
  perCharacter(DEFAULT_SPEECH_MODEL, '0.05', 40_000),
  perCharacter('lark/turbo', '0.05', 40_000),
  perCharacter('lark/multilingual', '0.1', 10_000),
  perCharacter('lark/expressive-3', '0.1', 5_000),
  { id: 'wren/directed', maxInput: 3_000, perSecond: usd('0.003') },
];

/** The voice of a request that names none. */
export const DEFAULT_VOICE = 'sarah';

/** The voices of the catalog. */
export const voices = [
  { voice_id: 'vEXAVITQu4vr4xnSDxMa', name: 'Sarah (warm)', alias: DEFAULT_VOICE },
  { voice_id: 'vTX3LPaxmHKxFdv7VOQH', name: 'Liam (clear)', alias: 'liam' },
  { voice_id: 'vXB0fDUnXU5powFXDhCw', name: 'Charlotte (calm)', alias: 'charlotte' },
  { voice_id: 'vonwK4e9ZLuTAKqWW03F', name: 'Daniel (deep)', alias: 'daniel' },
];
