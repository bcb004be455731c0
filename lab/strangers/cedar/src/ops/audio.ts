import type { Context } from 'hono';
import { z } from 'zod';
import { checkBody } from '../body.ts';
import type { SpeechModel } from '../catalog/media.ts';
import { MUSIC_MODEL, speechModels, voices } from '../catalog/media.ts';
import { ApiError, badField } from '../errors.ts';
import { on } from '../fault.ts';
import type { Usd } from '../money.ts';
import { ceilMicro, fromMicro, margin5, max, usd } from '../money.ts';
import type { Quote } from '../op.ts';
import { op } from '../op.ts';
import { must } from '../tables.ts';
import { token, world } from '../world.ts';
import { paymentHeader } from '../x402.ts';

const musicSchema = z.object({
  model: z.string().default(MUSIC_MODEL),
  prompt: z.string().min(1),
  instrumental: z.boolean().optional(),
  lyrics: z.string().optional(),
  duration_seconds: z.number().int().min(5).max(240).default(30),
});
export const music = op<z.output<typeof musicSchema>>({
  method: 'POST',
  template: '/audio/generations',
  hosts: 'base',
  upstream: true,
  describe: 'One music track of about 3 minutes',
  parse: async (c) => {
    const b = await checkBody(c, musicSchema);
    if (b.model !== MUSIC_MODEL) throw badField('model', `Unknown model: ${b.model}. Valid models: ${MUSIC_MODEL}`);
    const instrumental = on('lyrics-with-instrumental-false') ? b.instrumental !== undefined : b.instrumental === true;
    if (instrumental && b.lyrics !== undefined) throw badField('lyrics', 'cannot be combined with instrumental: true');
    return b;
  },
  quote: () => ({ base: usd('0.1585'), account: 0n }),
  run: (x) => ({
    body: {
      created: world.unix(),
      model: x.model,
      data: [
        {
          url: `https://cdn.brook.example/t/${token('song_')}.mp3?exp=${world.unix() + 86_400}`,
          duration_seconds: 181,
          ...(x.instrumental ? {} : { lyrics: x.lyrics ?? `A song about ${x.prompt.slice(0, 60).toWellFormed()}` }),
        },
      ],
    },
  }),
});

const formats = z.enum(['mp3', 'opus', 'pcm', 'wav']).default('mp3');
const speechSchema = z.object({
  model: z.string().default(must(speechModels[0]).id),
  input: z.string().min(1),
  voice: z.string().default('sarah'),
  response_format: formats,
  speed: z.number().min(0.7).max(1.2).optional(),
});
interface Speech {
  model: SpeechModel;
  characters: number;
  billed: number;
  seconds: number;
  format: string;
}

/** Characters are code points: an emoji is one. */
const count = (text: string): number => [...text].length;

function speechQuote(x: Speech): Quote {
  if (x.model.perSecond) {
    const price = x.model.perSecond * BigInt(x.seconds);
    return {
      base: price,
      account: price,
      challenge: { generation_info: { estimated_seconds: x.seconds, billed: 'per_second' } },
    };
  }
  const plain: Usd = (must(x.model.per1k) * BigInt(x.billed)) / 1000n;
  const work = margin5(plain);
  const least = usd('0.003');
  return {
    base: on('speech-minimum-before-margin') ? ceilMicro(margin5(max(plain, least))) : max(ceilMicro(work), least),
    account: work,
  };
}

/** The quote with the amount that the client says it accepted. */
function asAccepted(c: Context, quote: Quote): Quote {
  const text = Buffer.from(paymentHeader(c) ?? '', 'base64').toString();
  const amount = /"amount":"(\d{1,18})"/.exec(text)?.[1];
  return amount === undefined ? quote : { ...quote, base: fromMicro(BigInt(amount)) };
}

export const speech = op<Speech>({
  method: 'POST',
  template: '/audio/speech',
  hosts: 'both',
  upstream: true,
  describe: 'Text to speech',
  parse: async (c) => {
    const b = await checkBody(c, speechSchema);
    const model = speechModels.find((m) => m.id === b.model);
    if (!model)
      throw badField('model', `Unknown model: ${b.model}. Valid models: ${speechModels.map((m) => m.id).join(', ')}`, {
        valid_models: speechModels.map((m) => m.id),
      });
    const characters = count(b.input);
    const most = on('speech-v3-max-10000') && model.label === 'expressive v3' ? 10_000 : model.max;
    if (characters > most) throw badField('input', `at most ${model.max} characters for ${model.id}`);
    const known =
      voices.some((v) => v.alias === b.voice.toLowerCase() || v.voice_id === b.voice) ||
      /^[A-Za-z0-9]{20}$/.test(b.voice);
    if (!(model.perSecond && !on('directed-voice-checked')) && !known)
      throw badField('voice', `Unknown voice: ${b.voice}`);
    return {
      model,
      characters,
      billed: on('speech-by-started-thousand')
        ? Math.ceil(characters / 1000) * 1000
        : on('speech-charged-by-bytes')
          ? Buffer.byteLength(b.input)
          : characters,
      seconds: Math.min(120, Math.max(1, Math.ceil(characters / 15))),
      format: b.response_format,
    };
  },
  quote: (x, c) => (on('speech-price-from-payment') ? asAccepted(c, speechQuote(x)) : speechQuote(x)),
  run: (x) => ({
    body: {
      created: world.unix(),
      model: x.model.id,
      data: [
        {
          url: `https://media.cedar.example/a/${token('sp_')}.${x.format}`,
          format: x.format,
          characters: x.characters,
          ...(x.model.perSecond ? { duration_seconds: x.seconds } : {}),
        },
      ],
    },
    usage: { model: x.model.id, input: x.characters },
  }),
});

const effectSchema = z.object({
  text: z.string().min(1),
  duration_seconds: z.number().min(0.5).max(22).optional(),
  prompt_influence: z.number().min(0).max(1).optional(),
  response_format: formats,
});
export const effect = op<z.output<typeof effectSchema>>({
  method: 'POST',
  template: '/audio/sound-effects',
  hosts: 'base',
  upstream: true,
  describe: 'Sound effect',
  parse: (c) => checkBody(c, effectSchema),
  quote: (x) => ({
    base: usd(on('long-effect-costs-double') && (x.duration_seconds ?? 0) > 11 ? '0.106' : '0.0535'),
    account: 0n,
  }),
  run: (x, call) => {
    if (call.script.outcome === 'empty')
      throw new ApiError(502, {
        error: 'Upstream error',
        message: 'The provider returned no sound. You were not charged.',
      });
    return {
      body: {
        created: world.unix(),
        model: 'brook/brook-foley',
        data: [
          {
            url: `https://media.cedar.example/a/${token('fx_')}.${x.response_format}`,
            format: x.response_format,
            characters: [...x.text].length,
          },
        ],
      },
    };
  },
});
