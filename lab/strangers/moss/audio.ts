import {
  DEFAULT_SPEECH_MODEL,
  DEFAULT_VOICE,
  MUSIC_MODEL,
  MUSIC_PRICE,
  SOUND_MODEL,
  SOUND_PRICE,
  type SpeechModel,
  speechModels,
  voices,
} from './audio-catalog.ts';
import { nowSeconds } from './clock.ts';
import { on } from './faults.ts';
import { Form, lengthOf } from './form.ts';
import { type Reply, refuse } from './http.ts';
import { storageUrl, upstreamUrl } from './media-url.ts';
import { metered } from './metered.ts';
import type { Usd } from './money.ts';
import type { Call, Operation } from './operation.ts';
import type { Turn } from './upstream.ts';

const FORMATS = ['mp3', 'opus', 'pcm', 'wav'];
const MAX_SECONDS = 120;

/** Music, speech and sound effects. */
export const audioOperations: Operation[] = [
  {
    methods: ['POST'],
    path: '/v1/audio/generations',
    summary: 'Music',
    upstream: 'music',
    handle: (call) => music(call),
  },
  {
    methods: ['POST'],
    path: '/v1/audio/speech',
    summary: 'Text to speech',
    upstream: 'speech',
    handle: (call) => speech(call),
  },
  {
    methods: ['POST'],
    path: '/v1/audio/sound-effects',
    summary: 'Sound effect',
    upstream: 'sound',
    handle: (call) => sound(call),
  },
];

function music(call: Call): Promise<Reply> {
  const form = new Form(call.json());
  const model = form.text('model', { oneOf: [MUSIC_MODEL] }) ?? MUSIC_MODEL;
  const prompt = form.must('prompt');
  const instrumental = form.flag('instrumental') ?? false;
  const lyrics = form.text('lyrics');
  // The length of the track does not depend on it.
  form.integer('duration_seconds', { min: 5, max: 240 });
  const excludes = instrumental || (on('music-lyrics-false') && form.has('instrumental'));
  if (excludes && lyrics !== undefined) form.add('lyrics', 'lyrics cannot be combined with instrumental: true');
  form.done();
  return metered(call, { quote: MUSIC_PRICE, upstream: 'music', model }, () => ({
    body: {
      created: nowSeconds(),
      model,
      data: [
        {
          url: upstreamUrl('music', 'mp3'),
          duration_seconds: 180,
          ...(instrumental ? {} : { lyrics: lyrics ?? `A song about ${prompt}` }),
        },
      ],
    },
  }));
}

function speech(call: Call): Promise<Reply> {
  const form = new Form(call.json());
  const id = form.text('model') ?? DEFAULT_SPEECH_MODEL;
  const model = speechModels.find((item) => item.id === id);
  const input = form.must('input', { max: model?.maxInput ?? Infinity });
  if (model?.perSecond === undefined || on('speech-directed-voice')) checkVoice(form);
  const format = form.text('response_format', { oneOf: FORMATS }) ?? 'mp3';
  form.number('speed', { min: on('speech-speed-edge') ? 0.7 + Number.EPSILON : 0.7, max: 1.2 });
  form.done();
  if (model === undefined)
    throw refuse(
      'model',
      `unknown model ${JSON.stringify(id)}`,
      speechModels.map((item) => item.id),
    );
  const characters = on('speech-bytes') ? Buffer.byteLength(input) : lengthOf(input);
  const seconds = Math.min(on('speech-no-cap') ? Infinity : MAX_SECONDS, Math.max(1, Math.ceil(characters / 15)));
  const duration = model.perSecond === undefined ? {} : { duration_seconds: seconds };
  return metered(call, { quote: speechPrice(model, characters, seconds), upstream: 'speech', model: id }, (turn) => ({
    body: {
      created: nowSeconds(),
      model: id,
      data: [{ url: audioUrl(turn, 'speech', format), format, characters, ...duration }],
    },
  }));
}

function speechPrice(model: SpeechModel, characters: number, seconds: number): Usd {
  return (model.perCharacter ?? 0n) * BigInt(characters) + (model.perSecond ?? 0n) * BigInt(seconds);
}

function checkVoice(form: Form): void {
  const voice = form.text('voice') ?? DEFAULT_VOICE;
  const known = voices.some((item) => item.alias === voice.toLowerCase()) || /^[A-Za-z0-9]{20}$/.test(voice);
  if (!known)
    form.add(
      'voice',
      'voice must be an alias or a voice id',
      voices.map((item) => item.alias),
    );
}

function audioUrl(turn: Turn, kind: string, format: string): string {
  return turn.outcome === 'mirror_fail' ? upstreamUrl(kind, format) : storageUrl(kind, format);
}

function sound(call: Call): Promise<Reply> {
  const form = new Form(call.json());
  const text = form.must('text');
  if (on('effect-whole-seconds')) form.integer('duration_seconds', { min: 0.5, max: 22 });
  form.number('duration_seconds', { min: 0.5, max: 22 });
  form.number('prompt_influence', { min: 0, max: 1 });
  const format = form.text('response_format', { oneOf: FORMATS }) ?? 'mp3';
  form.done();
  return metered(call, { quote: SOUND_PRICE, upstream: 'sound', model: SOUND_MODEL }, (turn) => ({
    body: {
      created: nowSeconds(),
      model: SOUND_MODEL,
      data: [{ url: audioUrl(turn, 'effects', format), format, characters: lengthOf(text) }],
    },
  }));
}
