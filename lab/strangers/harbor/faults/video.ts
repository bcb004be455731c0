/** Faults of video and audio on Base. */
import { type Fault, faultsOf, paidOk, post, quoted, SPEECH, speech, VIDEOS, video } from './kit.ts';

const fault = faultsOf('base');
const MUSIC = '/api/v1/audio/generations';

function clip(label: string, extra: Record<string, unknown> = {}): Record<string, unknown> {
  return { model: video(label), prompt: 'waves', ...extra };
}

export const videoFaults: Fault[] = [
  fault(
    'video-default-resolution',
    'Family S bills 480p where no resolution is named.',
    'default 720p for family S, 480p for family G',
    (rules) => {
      rules.video.defaultS = '480p';
    },
    async (client) => {
      const bare = await client.quote('POST', VIDEOS, clip('VID-S2'));
      return bare === (await client.quote('POST', VIDEOS, clip('VID-S2', { resolution: '720p' })));
    },
  ),
  fault(
    'video-4k-factor',
    'A 4K clip is billed at four times the usual tokens.',
    'times resolution factor (480p 0.5, 1080p 2.25, 4K 9)',
    (rules) => {
      rules.video.factors4['4K'] = 16;
    },
    async (client) => {
      const plain = await client.quote('POST', VIDEOS, clip('VID-S2', { duration_seconds: 4 }));
      const large = await client.quote('POST', VIDEOS, clip('VID-S2', { duration_seconds: 4, resolution: '4K' }));
      return Math.abs((large - 1000) / (plain - 1000) - 9) < 0.001;
    },
  ),
  fault(
    'video-fast-rate',
    'The fast model is billed at the rate of the slower one.',
    'VID-S15 3.108; VID-S2F 7.252; VID-S2 9.9715; VID-S25 13.8565',
    (rules) => {
      rules.video.rates['VID-S2F'] = 99_715;
    },
    async (client) => Math.abs((await client.quote('POST', VIDEOS, clip('VID-S2F'))) - 826_803) < 20,
  ),
  fault(
    'video-fee-missing',
    'The fee is left out of a clip.',
    'VID-R 0.10 USD per second; VID-G 0.05 USD per second',
    (rules) => {
      rules.video.fee = false;
    },
    quoted(VIDEOS, clip('VID-R', { duration_seconds: 8 }), 801_000),
  ),
  fault(
    'video-s15-duration',
    'VID-S15 makes clips of 15 seconds.',
    '| VID-S15 | 4 to 12 (default 5) |',
    (rules) => {
      rules.video.durations['VID-S15'] = [4, 15, 5];
    },
    post(VIDEOS, clip('VID-S15', { duration_seconds: 13 }), 400),
  ),
  fault(
    'video-hand-built-poll',
    'The signature of the poll address is not checked.',
    'a hand-built query gives 400',
    (rules) => {
      rules.video.checkSig = false;
    },
    async (client) => {
      const { body } = await paidOk(client, VIDEOS, clip('VID-G1'));
      const url = String(body.poll_url).replace(/duration=\d+/, 'duration=1');
      return (await client.get(url)).status === 400;
    },
  ),
  fault(
    'video-last-frame-alone',
    'A last frame is accepted without a first one.',
    'with `image_url` only (alone gives 400)',
    (rules) => {
      rules.video.lastFrameNeedsImage = false;
    },
    post(VIDEOS, clip('VID-S2', { last_frame_url: 'https://pics.example.org/z.png' }), 400),
  ),
  fault(
    'video-claimable-one-day',
    'A finished clip is thrown away after a day.',
    'from the same wallet for about 48 hours',
    (rules) => {
      rules.video.claimSeconds = 24 * 3600;
    },
    async (client) => {
      const { body } = await paidOk(client, VIDEOS, clip('VID-G1'));
      await client.advance(40 * 3600);
      return (await client.pay('GET', String(body.poll_url)).catch(() => undefined))?.status === 200;
    },
  ),
  fault(
    'video-budget-rejected',
    'The budget model refuses a higher resolution up front.',
    'higher values not rejected up front',
    (rules) => {
      rules.video.resolutions['VID-S2M'] = ['480p', '720p'];
    },
    post(VIDEOS, clip('VID-S2M', { resolution: '1080p' }), 402),
  ),
  fault(
    'video-seed-bytes-unchecked',
    'A data URI that holds no image is taken.',
    'data URIs are checked as real image bytes before any payment',
    (rules) => {
      rules.video.checkDataUri = false;
    },
    post(VIDEOS, clip('VID-G1', { image_url: 'data:image/png;base64,aGVsbG8gdGhlcmU=' }), 400),
  ),
  fault(
    'speech-multilingual-rate',
    'The multilingual model is billed at the rate of flash.',
    '| multilingual | 0.10 per 1k characters | 10,000 |',
    (rules) => {
      rules.audio.ratePer1k.multilingual = 50_000;
    },
    async (client) => {
      const input = 'a'.repeat(2000);
      const flash = await client.quote('POST', SPEECH, { input });
      return (await client.quote('POST', SPEECH, { input, model: speech('multilingual') })) > flash;
    },
  ),
  fault(
    'speech-minimum',
    'A short text costs less than the minimum.',
    'times the rate, plus 5 percent, minimum 0.003',
    (rules) => {
      rules.audio.minimumMicro = 1000;
    },
    async (client) => (await client.quote('POST', SPEECH, { input: 'Ahoy' })) >= 3000,
  ),
  fault(
    'speech-estimate-cap',
    'The estimate of directed audio is not capped.',
    'output is capped at 120 seconds (maximum quote 0.36)',
    (rules) => {
      rules.audio.promptCapSeconds = 600;
      rules.audio.promptCapMicro = 1_800_000;
    },
    async (client) => {
      const body = { input: 'a'.repeat(3000), model: speech('prompt-directed audio model') };
      return (await client.quote('POST', SPEECH, body)) <= 361_000;
    },
  ),
  fault(
    'music-lyrics-conflict',
    'Lyrics are accepted for an instrumental.',
    'not combinable with `instrumental: true`, else 400',
    (rules) => {
      rules.audio.lyricsConflict = false;
    },
    post(MUSIC, { prompt: 'a shanty', instrumental: true, lyrics: 'heave' }, 400),
  ),
];
