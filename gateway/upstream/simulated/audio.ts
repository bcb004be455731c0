import type {
  AudioFormat,
  AudioUpstream,
  MusicRequest,
  SoundRequest,
  SpeechRequest,
  UpstreamAudio,
  Voice,
} from '../audio-port.ts';
import { digest, type Random, randomFrom } from '../seeded-random.ts';
import { recorders } from './media/recording.ts';
import { paragraph } from './prose.ts';

/** A usual pace of speech. */
const charactersPerSecond = 16;

/** Maximum length of simulated speech. */
const maxSpeechSeconds = 60;

const voices: readonly Voice[] = ['Sarah', 'Adam', 'Emily', 'James', 'Nova', 'Oliver'].map((name) => ({
  id: digest(['voice', name]).slice(0, 20),
  name,
  alias: name.toLowerCase(),
}));

/** Providers of sound whose recordings depend on the request alone: a part of the same tune for every one. */
export function simulatedAudio(seed: number): AudioUpstream {
  return {
    makeMusic: async (request) => music(request, seed),
    speak: async (request) => speech(request, seed),
    makeSound: async (request) => sound(request, seed),
    listVoices: async () => voices,
  };
}

function music(request: MusicRequest, seed: number) {
  const random = randomFrom([seed, 'music', request]);
  const track = recording(random, 'mp3', random.integer(170, 190), request);
  if (request.instrumental) return track;
  return { ...track, lyrics: request.lyrics ?? paragraph(random, 8) };
}

function speech(request: SpeechRequest, seed: number): UpstreamAudio {
  const voice = voices.find(({ alias }) => alias === request.voice)?.id ?? request.voice;
  const identity = { ...request, voice };
  const seconds = Math.max(1, Math.round([...request.input].length / charactersPerSecond / request.speed));
  const random = randomFrom([seed, 'speech', identity]);
  return recording(random, request.format, Math.min(seconds, request.maxSeconds ?? maxSpeechSeconds), identity);
}

function sound(request: SoundRequest, seed: number): UpstreamAudio {
  const random = randomFrom([seed, 'sound', request]);
  return recording(random, request.format, request.seconds ?? random.integer(2, 8), request);
}

function recording(random: Random, format: AudioFormat, seconds: number, request: unknown): UpstreamAudio {
  const { mime, record } = recorders[format];
  const start = random.next();
  return {
    source: `https://media.example/${digest(request).slice(0, 32)}.${format}`,
    mime,
    seconds,
    bytes: async () => record(seconds, start),
  };
}
