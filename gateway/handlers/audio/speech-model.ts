import { type SpeechModel, speechModels } from '#generated/catalogs/speech-models.ts';

/** The catalog entry of a speech model that is paid by the second of output; undefined for all others. */
export function perSecondModel(id: string): SpeechModel | undefined {
  const entry = speechModels.get(id);
  return entry?.per === 'second' ? entry : undefined;
}
