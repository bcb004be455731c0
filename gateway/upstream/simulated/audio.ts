import type { AudioFormat, AudioUpstream, MusicAsk, SoundAsk, SpeechAsk, UpstreamAudio, Voice } from '../audio-port.ts';
import { recorders } from './media/recording.ts';
import { paragraph } from './prose.ts';
import { digest, type Random, randomFrom } from './random.ts';

/** A usual pace of speech. */
const charactersPerSecond = 16;

/** Made-up speech says no more than it has to. */
const longestSpeech = 60;

const voices: readonly Voice[] = ['Sarah', 'Adam', 'Emily', 'James', 'Nova', 'Oliver'].map((name) => ({
  id: digest(['voice', name]).slice(0, 20),
  name,
  alias: name.toLowerCase(),
}));

/** Providers of sound whose recordings depend on the request alone: a part of the same tune for every one. */
export function simulatedAudio(seed: number): AudioUpstream {
  return {
    makeMusic: async (ask) => music(ask, seed),
    speak: async (ask) => speech(ask, seed),
    makeSound: async (ask) => sound(ask, seed),
    listVoices: async () => voices,
  };
}

function music(ask: MusicAsk, seed: number) {
  const random = randomFrom([seed, 'music', ask]);
  const track = recording(random, 'mp3', random.integer(170, 190), ask);
  if (ask.instrumental) return track;
  return { ...track, lyrics: ask.lyrics ?? paragraph(random, 8) };
}

function speech(ask: SpeechAsk, seed: number): UpstreamAudio {
  const voice = voices.find(({ alias }) => alias === ask.voice)?.id ?? ask.voice;
  const identity = { ...ask, voice };
  const seconds = Math.max(1, Math.round([...ask.input].length / charactersPerSecond / ask.speed));
  const random = randomFrom([seed, 'speech', identity]);
  return recording(random, ask.format, Math.min(seconds, ask.longest ?? longestSpeech), identity);
}

function sound(ask: SoundAsk, seed: number): UpstreamAudio {
  const random = randomFrom([seed, 'sound', ask]);
  return recording(random, ask.format, ask.seconds ?? random.integer(2, 8), ask);
}

function recording(random: Random, format: AudioFormat, seconds: number, ask: unknown): UpstreamAudio {
  const { mime, record } = recorders[format];
  const start = random.next();
  return {
    source: `https://media.example/${digest(ask).slice(0, 32)}.${format}`,
    mime,
    seconds,
    bytes: async () => record(seconds, start),
  };
}
