import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { accountOf } from '../account/keys.ts';
import { check, readJson } from '../body.ts';
import { videoRate } from '../catalog/media.ts';
import { config, prefix } from '../config.ts';
import { ApiError, badField } from '../errors.ts';
import { on } from '../fault.ts';
import { ceilMicro, FEE, fmt, max, usd } from '../money.ts';
import type { Call, Op, Quote, Result } from '../op.ts';
import { op } from '../op.ts';
import { param } from '../paths.ts';
import { token } from '../world.ts';
import { knownAsset } from './assets.ts';
import { envelope, findJob, newJob, sameSignature, signature } from './jobs.ts';
import { poll } from './polls.ts';
import type { Video } from './video-rules.ts';
import { gate, videoRules } from './video-rules.ts';

/** The catalog's price of the resolution times the duration. `VID-S2M` may be asked for a resolution that it does not list. */
function quote(x: Video): Quote {
  const work = videoRate(x.model, x.resolution) * BigInt(x.duration);
  return { base: max(ceilMicro(work + FEE), usd('0.003')), account: work };
}

function query(x: Video): string {
  const parts: Record<string, string> = {
    model: x.model.id,
    duration: String(x.duration),
    i2v: x.image ? '1' : '0',
    res: x.resolution,
    refs: String(x.references),
  };
  return new URLSearchParams({ ...parts, sig: signature(parts) }).toString();
}

function run(template: string) {
  return (x: Video, call: Call): Result => {
    const upstreamId = token('', 10);
    const id = `${x.model.id.split('/')[0]}:${upstreamId}`;
    const mirrored = call.script.outcome !== 'mirror_fail';
    if (call.script.outcome === 'empty')
      throw new ApiError(502, {
        error: 'Upstream error',
        message: 'The provider accepted no job. You were not charged.',
      });
    const source = `https://${x.model.id.split('/')[0]}.example.net/clips/${upstreamId}.mp4`;
    const item = {
      url: mirrored ? `https://media.cedar.example/v/${upstreamId}.mp4` : source,
      source_url: source,
      duration_seconds: x.duration,
      request_id: upstreamId,
      backed_up: mirrored,
      ...(x.body.return_last_frame && x.model.family === 'S'
        ? { last_frame_url: `https://media.cedar.example/v/${upstreamId}-last.png` }
        : {}),
    };
    const q = quote(x);
    const job = newJob(call, {
      id,
      kind: 'video',
      model: x.model.id,
      price: config.host === 'base' ? q.base : q.account,
      template,
      ...(on('video-charged-at-default-resolution')
        ? { billed: quote({ ...x, resolution: x.model.defaultResolution }).account }
        : {}),
      facts: { duration_seconds: x.duration, resolution: x.resolution },
      pollUrl: `${prefix()}${template}/${id}?${query(x)}`,
      result: () => ({
        id,
        object: 'video.generation.job',
        status: 'completed',
        created: Math.floor(job.created / 1000),
        model: x.model.id,
        data: [item],
      }),
    });
    const body = envelope(job);
    if (on('video-202-quote-rounded'))
      (body.price as Record<string, string>).amount = Number(fmt(job.price)).toFixed(2);
    return { status: 202, body, deferred: true };
  };
}

const shared: Pick<Op<Video>, 'method' | 'upstream' | 'timeoutSeconds' | 'quote' | 'authorize' | 'failures'> = {
  method: 'POST',
  upstream: true,
  timeoutSeconds: on('video-window-300') ? 300 : 600,
  quote,
  authorize: (x, who) => {
    if (on('reference-gate-after-payment') && x.model.family === 'S') gate(x.body);
    const asset = x.model.family === 'S' ? x.body.real_face_asset_id : undefined;
    if (asset !== undefined && who.kind === 'wallet' && !knownAsset(asset))
      throw badField('real_face_asset_id', 'no such asset');
  },
  failures: {
    reject: (s, x) => {
      if (x.image && s.detail.status === undefined)
        return {
          status: 400,
          body: {
            error: 'Rejected by the provider',
            code: 'INPUT_IMAGE_REAL_PERSON',
            message: 'The seed image shows a real person. You were not charged.',
          },
        };
      return undefined;
    },
  },
};

export const videos = op<Video>({
  ...shared,
  template: '/videos/generations',
  hosts: 'both',
  describe: 'Video generation job',
  parse: async (c) => videoRules(await readJson(c)),
  run: run('/videos/generations'),
});

/** The `content[]` form: a list of text, first frame, last frame and reference images. */
const url = z.looseObject({ url: z.string() });
const contentSchema = z.looseObject({
  content: z
    .array(
      z.union([
        z.looseObject({ type: z.literal('text'), text: z.string() }),
        z.looseObject({
          type: z.literal('image_url'),
          image_url: url,
          role: z.enum(['first_frame', 'last_frame', 'reference_image']).default('first_frame'),
        }),
        z.looseObject({ type: z.literal('video_url'), video_url: url }),
        z.looseObject({ type: z.literal('audio_url'), audio_url: url }),
      ]),
    )
    .min(1),
});

function fromContent(raw: unknown): unknown {
  const { content, duration, ratio, ...rest } = check(contentSchema, raw);
  const out: Record<string, unknown> = { ...rest };
  const append = (key: string, value: unknown): void => {
    const list = (out[key] ?? []) as unknown[];
    list.push(value);
    out[key] = list;
  };
  if (duration !== undefined && out.duration_seconds === undefined) out.duration_seconds = duration;
  if (ratio !== undefined && out.aspect_ratio === undefined) out.aspect_ratio = ratio;
  const texts: string[] = [];
  for (const part of content) {
    if (part.type === 'text') texts.push(part.text);
    else if (part.type === 'video_url') append('reference_videos', part.video_url);
    else if (part.type === 'audio_url') append('reference_audios', part.audio_url);
    else if (part.role === 'last_frame') out.last_frame_url = part.image_url.url;
    else if (part.role === 'reference_image') append('reference_image_urls', part.image_url.url);
    else out.image_url = part.image_url.url;
  }
  if (texts.length > 0) out.prompt = texts.join('\n');
  return out;
}

export const videosByContent = op<Video>({
  ...shared,
  template: '/videos',
  hosts: 'base',
  describe: 'Video generation job from a content list',
  alsoScript: ['/videos/generations'],
  parse: async (c) => videoRules(fromContent(await readJson(c))),
  run: run('/videos'),
});

export function mountVideoPolls(app: Hono): void {
  const handler = (c: Context) => {
    if (config.host === 'account') accountOf(c);
    const { sig = '', ...parts } = c.req.query();
    const known = ['model', 'duration', 'i2v', 'res', 'refs'].every((k) => parts[k] !== undefined);
    const signed = known && sameSignature(signature(parts), sig);
    if (!signed && !on('poll-query-unsigned'))
      throw new ApiError(400, {
        error: 'Invalid poll URL',
        message: 'Use the poll_url of the submit response verbatim.',
        details: [{ field: 'sig', message: 'does not match' }],
      });
    return poll(c, findJob(param(c, 'id'), 'video'));
  };
  app.get(`${prefix()}/videos/generations/:id`, handler);
  if (config.host === 'base') app.get('/api/v1/videos/:id', handler);
}
