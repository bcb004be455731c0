import type { Call } from '@tollwright/runtime/operation/handler';
import { UpstreamFailure } from '@tollwright/runtime/upstream/failure';
import { characters } from '@tollwright/runtime/values/json';
import { musicModelsEntries } from '#generated/catalogs/music-models.ts';
import { soundModelsEntries } from '#generated/catalogs/sound-models.ts';
import { type SpeechModel, speechModels, speechModelsEntries } from '#generated/catalogs/speech-models.ts';
import type { Handlers } from '#generated/handlers.ts';
import { musicPrice } from '#generated/prices/music.ts';
import { soundEffectPrice } from '#generated/prices/sound-effect.ts';
import type { AudioFormat, UpstreamAudio, UpstreamTrack } from '../../upstream/audio-port.ts';
import { upstreamContextOf } from '../shared/call-upstream.ts';
import type { HandlerContext } from '../shared/context.ts';

/** Handlers of speech, music and sound effects. */
export function audioHandlers(context: HandlerContext) {
  return {
    'generate-music': generateMusic(context),
    'generate-sound-effect': generateSoundEffect(context),
    'list-audio-models': listAudioModels(),
    'list-voices': listVoices(context),
    'synthesize-speech': synthesizeSpeech(context),
  } satisfies Partial<Handlers>;
}

/** Lists the models of speech, music and sound effects with the rate of each, in USD before margin and fee. */
function listAudioModels(): Handlers['list-audio-models'] {
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

/** Lists the voices that speech may have. */
function listVoices(context: HandlerContext): Handlers['list-voices'] {
  return async (call) => {
    const voices = await context.upstream.listVoices(upstreamContextOf(call, context));
    const data = voices.map(({ id, name, alias }) => ({ voice_id: id, name, alias }));
    return { status: 200, body: { object: 'list', data } };
  };
}

/** Seconds that a track can be fetched. */
const trackLifetime = 24 * 60 * 60;

/** Makes a track of music, which can be fetched for a day. */
function generateMusic(context: HandlerContext): Handlers['generate-music'] {
  return async (call) => {
    const { model, prompt, instrumental, lyrics } = call.request;
    const request = { model, prompt, instrumental, ...(lyrics !== undefined && { lyrics }) };
    const track = await context.upstream.makeMusic(request, upstreamContextOf(call, context));
    const item = {
      url: await urlOf(context, track, call.baseUrl),
      duration_seconds: track.seconds,
      ...(track.lyrics !== undefined && { lyrics: track.lyrics }),
    };
    const created = Math.floor(context.services.clock.now() / 1000);
    return { status: 200, body: { created, model, data: [item] }, usage: { model } };
  };
}

/** The URL of a track: that of the provider if it could not be copied. */
async function urlOf({ media, services }: HandlerContext, track: UpstreamTrack, baseUrl: string): Promise<string> {
  try {
    return `${baseUrl}${await media.keep(await track.bytes(), track.mime, trackLifetime)}`;
  } catch (error) {
    services.log.warn({ err: error }, 'a track was not copied');
    return track.source;
  }
}

const defaultSpeed = 1;

/** Synthesizes speech from a text. */
function synthesizeSpeech(context: HandlerContext): Handlers['synthesize-speech'] {
  return (call) => {
    const { model, input, voice, response_format: format, speed = defaultSpeed } = call.request;
    const timed = perSecondModel(model);
    const request = { model, input, format, speed, ...(timed ? { maxSeconds: timed.max_seconds } : { voice }) };
    const recording = { model, text: input, format, timed: timed !== undefined };
    return hostRecording(context, call, recording, (upstreamContext) =>
      context.upstream.speak(request, upstreamContext),
    );
  };
}

/** Makes a sound effect. */
function generateSoundEffect(context: HandlerContext): Handlers['generate-sound-effect'] {
  // Callers do not choose the model: the catalog has one.
  const model = soundModelsEntries.map(({ id }) => id).join();
  return (call) => {
    const { text, duration_seconds: seconds, prompt_influence: influence, response_format: format } = call.request;
    const request = {
      text,
      format,
      ...(seconds !== undefined && { seconds }),
      ...(influence !== undefined && { influence }),
    };
    const recording = { model, text, format };
    return hostRecording(context, call, recording, (upstreamContext) =>
      context.upstream.makeSound(request, upstreamContext),
    );
  };
}

/** The parameters of a recording. */
interface Recording {
  readonly model: string;
  /** The text that was spoken, or that describes the sound. */
  readonly text: string;
  readonly format: AudioFormat;
  /** True where the response has the duration of the recording. */
  readonly timed?: boolean;
}

/**
 * Stores a recording on the gateway and responds with its permanent URL.
 *
 * A recording that cannot be copied is not delivered: the provider's URL expires.
 */
async function hostRecording(
  context: HandlerContext,
  call: Call,
  { model, text, format, timed }: Recording,
  record: (upstreamContext: ReturnType<typeof upstreamContextOf>) => Promise<UpstreamAudio>,
) {
  const { media, services } = context;
  const audio = await record(upstreamContextOf(call, context));
  const path = await media.keep(await bytesOf(audio), audio.mime);
  const item = {
    url: `${call.baseUrl}${path}`,
    format,
    characters: characters(text),
    ...(timed && { duration_seconds: audio.seconds }),
  };
  const created = Math.floor(services.clock.now() / 1000);
  return { status: 200, body: { created, model, data: [item] }, usage: { model } };
}

async function bytesOf(audio: UpstreamAudio): Promise<Uint8Array> {
  try {
    return await audio.bytes();
  } catch {
    throw new UpstreamFailure('failed', 'The recording could not be copied.');
  }
}

/** The catalog entry of a speech model that is paid by the second of output; undefined for all others. */
export function perSecondModel(id: string): SpeechModel | undefined {
  const entry = speechModels.get(id);
  return entry?.per === 'second' ? entry : undefined;
}
