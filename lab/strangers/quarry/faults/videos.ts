/** Faults of video generation and audio on Solana. */
import { speechModels, videoModels } from '../catalog.ts';
import { law } from '../law.ts';
import { costs, type Fault, picture, says, speechLine, videoLine } from './fault.ts';

const host = 'solana';
const clip = (model: string, extra: object = {}) => ({ model, prompt: 'a cart rolls', ...extra });

export const videoFaults: Fault[] = [
  {
    id: '4k-cheap',
    host,
    says: 'A 4K clip is metered at four times 720p instead of nine.',
    quote: 'times resolution factor (480p 0.5, 1080p 2.25, 4K 9)',
    apply: () => {
      law.videos.factors['4K'] = 400;
    },
    probe: async (buyer) => {
      const dear = await buyer.quote(videoLine, clip('seam/drift-2', { resolution: '4K' }));
      const plain = await buyer.quote(videoLine, clip('seam/drift-2'));
      return Math.abs(dear - 1000 - 9 * (plain - 1000)) < 20;
    },
  },
  {
    id: 'three-seconds',
    host,
    says: 'Family S makes clips of three seconds.',
    quote: 'per model (see table); minimum 4 s for family S',
    apply: () => {
      for (const model of videoModels) if (model.family === 'S') model.durations.least = 3;
    },
    probe: says(videoLine, clip('seam/drift-2-fast', { duration_seconds: 3 }), 400),
  },
  {
    id: 'unsigned-poll',
    host,
    says: 'A poll URL with a changed duration is accepted.',
    quote: 'a hand-built query gives 400',
    apply: () => {
      law.videos.signQuery = false;
    },
    probe: async (buyer) => {
      const made = await buyer.pay(videoLine, clip('geode/motion-1'));
      const changed = String(made.at('poll_url')).replace('duration=8', 'duration=2');
      return (await buyer.send(`GET ${changed}`)).status === 400;
    },
  },
  {
    id: 'claimable-one-day',
    host,
    says: 'A finished video is forgotten after a day.',
    quote: 'with a fresh signature from the same wallet for about 48 hours',
    apply: () => {
      law.videos.claimableHours = 24;
    },
    probe: async (buyer) => {
      const made = await buyer.pay(videoLine, clip('geode/motion-1'));
      await buyer.advance(30 * 3600);
      return (await buyer.pay(`GET ${made.at('poll_url')}`)).status === 200;
    },
  },
  {
    id: 'lone-last-frame',
    host,
    says: 'A last frame is accepted without a first one.',
    quote: 'with `image_url` only (alone gives 400)',
    apply: () => {
      law.videos.needsFirstFrame = false;
    },
    probe: says(videoLine, clip('seam/drift-2', { last_frame_url: picture }), 400),
  },
  {
    id: 'adaptive-on-g',
    host,
    says: 'Family G takes the adaptive aspect ratio.',
    quote: '(`adaptive` and `21:9` give 400)',
    apply: () => {
      law.videos.aspects.G?.push('adaptive');
    },
    probe: says(videoLine, clip('geode/motion-2', { aspect_ratio: 'adaptive' }), 400),
  },
  {
    id: 'mini-refuses-1080p',
    host,
    says: 'VID-S2M refuses 1080p up front.',
    quote: 'higher values not rejected up front',
    apply: () => {
      law.videos.lenient = [];
    },
    probe: says(videoLine, clip('seam/drift-2-mini', { resolution: '1080p' }), 402),
  },
  {
    id: 'face-and-image',
    host,
    says: 'A face asset and a first frame are accepted together.',
    quote: '`ta_` asset; VID-S2, VID-S2F, VID-S2M only; exclusive with `image_url`',
    apply: () => {
      law.videos.exclusiveFace = false;
    },
    probe: says(videoLine, clip('seam/drift-2', { real_face_asset_id: 'ta_1234', image_url: picture }), 400),
  },
  {
    id: 'wrong-default-seconds',
    host,
    says: 'A VID-G1 clip without a duration is billed at 5 seconds.',
    quote: '| VID-G1 | 1 to 15 (default 8) | 480p (default), 720p |',
    apply: () => {
      for (const model of videoModels) if (model.label === 'VID-G1') model.durations.usual = 5;
    },
    probe: costs(videoLine, { prompt: 'a cart rolls' }, 401_000),
  },
  {
    id: 'multilingual-cell',
    host,
    says: 'The multilingual speech model costs as little as flash.',
    quote: '| multilingual | 0.10 per 1k characters | 10,000 |',
    apply: () => {
      for (const model of speechModels) if (model.label === 'multilingual') model.rate = 50_000;
    },
    probe: async (buyer) =>
      (await buyer.quote(speechLine, { model: 'echo/tongues', input: 's'.repeat(1000) })) >= 105_000,
  },
  {
    id: 'fast-speech',
    host,
    says: 'Speech may be sped up to 1.3.',
    quote: '`speed` (number 0.7 to 1.2)',
    apply: () => {
      law.audio.speed.most = 1.3;
    },
    probe: says(speechLine, { input: 'Good day', speed: 1.25 }, 400),
  },
  {
    id: 'lyrics-on-instrumental',
    host,
    says: 'Lyrics are accepted for an instrumental track.',
    quote: 'not combinable with `instrumental: true`, else 400',
    apply: () => {
      law.audio.lyricsClash = false;
    },
    probe: says('POST /api/v1/audio/generations', { prompt: 'slow', instrumental: true, lyrics: 'la' }, 400),
  },
];
