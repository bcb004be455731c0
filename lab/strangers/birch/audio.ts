import { randomBytes } from 'node:crypto';
import {
  EFFECT_PRICE,
  estimatedSeconds,
  MUSIC_PRICE,
  musicModel,
  type SpeechModel,
  speechModels,
  speechPrice,
  voices,
} from './audio-models.ts';
import { countCharacters, Fields } from './check.ts';
import { nowSeconds } from './clock.ts';
import { on } from './faults.ts';
import { free, paid } from './flow.ts';
import { unknownModel } from './images.ts';
import { usd } from './money.ts';
import { storage } from './profile.ts';
import type { Route } from './router.ts';
import { type Failures, upstreamError } from './upstream.ts';

const FORMATS = ['mp3', 'opus', 'pcm', 'wav'] as const;

/** Speech and effects promise a permanent URL: without the copy there is nothing to charge for. */
const needsMirror: Failures = {
  mirror_fail: () => upstreamError('The audio could not be stored. Nothing was charged.'),
};

function hosted(kind: string, format: string): string {
  return `${storage}/${kind}/${randomBytes(10).toString('hex')}.${format}`;
}

interface MusicInput {
  prompt: string;
  instrumental: boolean;
  lyrics: string | undefined;
  seconds: number;
}

const music = paid<MusicInput>({
  path: '/api/v1/audio/generations',
  summary: 'Generate a music track',
  price: { mode: 'fixed', amount: MUSIC_PRICE },
  fixed: { amount: MUSIC_PRICE },
  check: (req) => {
    const fields = Fields.of(req);
    const model = fields.text('model') ?? musicModel;
    const prompt = fields.needText('prompt');
    const instrumental = fields.boolean('instrumental') ?? false;
    const lyrics = fields.text('lyrics');
    const asked = fields.integer('duration_seconds', { min: 5, max: 240 });
    if (instrumental && lyrics !== undefined) fields.fail('lyrics', 'cannot be combined with instrumental: true');
    if (model !== musicModel) throw unknownModel([musicModel], fields.problems);
    fields.done();
    return { prompt, instrumental, lyrics, seconds: (on('music-duration-echoed') && asked) || 180 };
  },
  run: ({ prompt, instrumental, lyrics, seconds }) => ({
    body: () => ({
      created: nowSeconds(),
      model: musicModel,
      data: [
        {
          url: `https://cdn.lyre.example/tracks/${randomBytes(10).toString('hex')}.mp3?expires=${nowSeconds() + 86_400}`,
          duration_seconds: seconds,
          ...(instrumental || (on('music-lyrics-missing') && lyrics === undefined)
            ? {}
            : { lyrics: lyrics ?? `A song about ${prompt}` }),
        },
      ],
    }),
  }),
});

interface SpeechInput {
  model: SpeechModel;
  characters: number;
  format: string;
}

const speech = paid<SpeechInput>({
  path: '/api/v1/audio/speech',
  summary: 'Text to speech',
  price: { mode: 'dynamic', min: usd('0.003'), max: usd('2.1') },
  failures: needsMirror,
  check: (req) => {
    const fields = Fields.of(req);
    const id = fields.text('model') ?? speechModels[0]?.id;
    const characters = countCharacters(fields.needText('input'));
    fields.text('voice', { min: 1 });
    const format = fields.choice('response_format', FORMATS) ?? 'mp3';
    fields.number('speed', { min: 0.7, max: 1.2 });
    const model = speechModels.find((item) => item.id === id);
    if (!model)
      throw unknownModel(
        speechModels.map((item) => item.id),
        fields.problems,
      );
    if (on('directed-voice-refused') && model.perSecond !== undefined && fields.has('voice'))
      fields.fail('voice', 'is not supported by this model');
    const most = on('speech-expressive-limit') && model.label === 'expressive v3' ? 10_000 : model.maxInput;
    if (characters > most) fields.fail('input', `must have at most ${model.maxInput} characters for this model`);
    fields.done();
    return { model, characters, format };
  },
  quote: ({ model, characters }) => ({
    amount: speechPrice(model, characters),
    ...(model.perSecond === undefined
      ? {}
      : { more: { generation_info: { estimated_seconds: estimatedSeconds(characters) } } }),
  }),
  run: ({ model, characters, format }) => ({
    body: () => ({
      created: nowSeconds(),
      model: model.id,
      data: [
        {
          url: hosted('speech', format),
          format,
          characters,
          ...(model.perSecond === undefined ? {} : { duration_seconds: estimatedSeconds(characters) }),
        },
      ],
    }),
  }),
});

const effect = paid<{ characters: number; format: string }>({
  path: '/api/v1/audio/sound-effects',
  summary: 'Generate a sound effect',
  price: { mode: 'fixed', amount: EFFECT_PRICE },
  fixed: { amount: EFFECT_PRICE },
  failures: needsMirror,
  check: (req) => {
    const fields = Fields.of(req);
    const text = fields.needText('text');
    if (on('effect-whole-seconds')) fields.integer('duration_seconds', { min: 0.5, max: 22 });
    else fields.number('duration_seconds', { min: 0.5, max: 22 });
    fields.number('prompt_influence', { min: 0, max: 1 });
    const format = fields.choice('response_format', FORMATS) ?? 'mp3';
    fields.done();
    return { characters: countCharacters(text), format };
  },
  run: ({ characters, format }) => ({
    body: () => ({
      created: nowSeconds(),
      model: 'lyre/foley',
      data: [{ url: hosted('effects', format), format, characters }],
    }),
  }),
});

/** Music, speech, sound effects and voices. */
export const audioRoutes: Route[] = [
  music,
  speech,
  effect,
  free({
    path: '/api/v1/audio/voices',
    summary: 'Voices for speech and calls',
    run: () => ({ status: 200, body: { count: voices.length, voices } }),
  }),
];
