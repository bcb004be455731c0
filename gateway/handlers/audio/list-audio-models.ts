import { musicModelsEntries } from '#generated/catalogs/music-models.ts';
import { soundModelsEntries } from '#generated/catalogs/sound-models.ts';
import { speechModelsEntries } from '#generated/catalogs/speech-models.ts';
import type { Handlers } from '#generated/handlers.ts';
import { musicPrice } from '#generated/prices/music.ts';
import { soundEffectPrice } from '#generated/prices/sound-effect.ts';

/** Lists the models of speech, music and sound effects with the rate of each, in USD before margin and fee. */
export function listAudioModels(): Handlers['list-audio-models'] {
  const { track } = musicPrice().breakdown;
  const { sound } = soundEffectPrice().breakdown;
  const data = [
    ...speechModelsEntries.map(({ id, label, per, rate, max_input }) => ({
      ...described(id, label, 'speech', rate, per === 'character' ? '1000 characters' : per),
      max_input,
    })),
    ...musicModelsEntries.map(({ id, label }) => described(id, label, 'music', track, 'track')),
    ...soundModelsEntries.map(({ id, label }) => described(id, label, 'sound effect', sound, 'sound')),
  ];
  return () => ({ status: 200, body: { object: 'list', data } });
}

function described(id: string, name: string, type: string, rate: string | undefined, per: string) {
  return { id, name, type, pricing: { rate, per, currency: 'USD' } };
}
