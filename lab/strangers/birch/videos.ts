import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Fields, invalidField } from './check.ts';
import { on } from './faults.ts';
import { type Call, free, paid } from './flow.ts';
import { HttpError, parseObject, type Req } from './http.ts';
import { envelope, findJob, type Job, openJob, poll, schedule } from './jobs.ts';
import { usd } from './money.ts';
import { storage } from './profile.ts';
import type { Route } from './router.ts';
import { rejectStatus } from './upstream.ts';
import { checkVideo, flattenContent, type VideoInput } from './video-check.ts';
import { videoPrice } from './video-models.ts';

const secret = randomBytes(32);

/** What the signature of a poll URL covers. */
function signatureOf(seconds: number, seeded: boolean, resolution: string, references: number): string {
  return createHmac('sha256', secret)
    .update(`${seconds}|${seeded}|${resolution}|${references}|0|0`)
    .digest('base64url');
}

function pollQuery(input: VideoInput): string {
  const { seconds, seeded, resolution, references, model } = input;
  return new URLSearchParams({
    model: model.id,
    duration: String(seconds),
    i2v: seeded ? '1' : '0',
    sig: signatureOf(seconds, seeded, resolution, references),
  }).toString();
}

function makeJob(input: VideoInput, call: Call, path: string): Job {
  const { model, seconds } = input;
  const [provider] = model.id.split('/');
  const upstreamId = randomBytes(10).toString('hex');
  const id = `${provider}:${upstreamId}`;
  const source = `https://cdn.${provider}.example/clips/${upstreamId}.mp4`;
  return {
    kind: 'video',
    id,
    model: model.id,
    payer: call.payer,
    quote: call.quote,
    claim: call.claim,
    pollUrl: `${path}/${encodeURIComponent(id)}?${pollQuery(input)}`,
    ...schedule(call.turn),
    error: 'The provider could not make the clip.',
    mirrored: call.turn.outcome !== 'mirror_fail',
    envelope: { duration_seconds: seconds },
    result: (job) => ({
      id,
      object: 'video.generation.job',
      status: 'completed',
      model: model.id,
      created: Math.floor(job.createdMs / 1000),
      data: [
        {
          url: job.mirrored ? `${storage}/videos/${upstreamId}.mp4` : source,
          source_url: source,
          duration_seconds: seconds,
          request_id: upstreamId,
          backed_up: job.mirrored,
          ...(input.returnLastFrame ? { last_frame_url: `${storage}/videos/${upstreamId}-last.png` } : {}),
        },
      ],
    }),
  };
}

function rejection(input: VideoInput, call: Call): HttpError {
  return new HttpError(rejectStatus(call.turn), {
    error: 'Upstream rejected the request',
    code: input.imageUrl === undefined ? 'INPUT_REJECTED' : 'INPUT_IMAGE_REAL_PERSON',
    message: 'The provider refused the input. Nothing was charged.',
  });
}

function createRoute(path: string, summary: string, read: (req: Req) => Fields): Route {
  return paid<VideoInput>({
    path,
    summary,
    price: { mode: 'dynamic', min: usd('0.003'), max: usd('21') },
    handles: ['slow', 'mirror_fail', 'reject'],
    stages: true,
    check: (req) => checkVideo(read(req)),
    quote: (input) => {
      const surcharge = on('video-reference-surcharge') ? usd('0.01') * BigInt(input.references) : 0n;
      const bent = on('video-s25-seed-discount') && input.model.label === 'VID-S25' && input.seeded;
      const whole = videoPrice(input.model, input.seconds, input.resolution);
      return { amount: (bent ? (whole * 9n) / 10n : whole) + surcharge, window: 600 };
    },
    run: (input, call) => {
      if (call.turn.outcome === 'reject') throw rejection(input, call);
      const job = makeJob(input, call, path);
      openJob(job, call);
      return { status: 202, body: () => envelope(job), charge: 'later' };
    },
  });
}

function checkQuery(job: Job, req: Req): void {
  const wanted = new URLSearchParams(job.pollUrl.slice(job.pollUrl.indexOf('?') + 1));
  for (const name of on('video-duration-unsigned') ? ['model', 'i2v', 'sig'] : ['model', 'duration', 'i2v', 'sig']) {
    const given = Buffer.from(req.query.getAll(name).join(','));
    const real = Buffer.from(wanted.get(name) ?? '');
    if (given.length !== real.length || !timingSafeEqual(given, real)) {
      throw invalidField(name, 'does not belong to this job: use the poll_url verbatim');
    }
  }
}

function pollRoute(path: string): Route {
  return free({
    path: `${path}/{id}`,
    summary: 'Poll a video job',
    run: (req) => {
      const job = findJob('video', req.params.id ?? '');
      if (!job.pollUrl.startsWith(`${path}/`)) throw new HttpError(404, { error: 'Job not found' });
      checkQuery(job, req);
      return poll(job, req);
    },
  });
}

/** Video generation and its polls, in both spellings. */
export const videoRoutes: Route[] = [
  createRoute('/api/v1/videos/generations', 'Generate a video', (req) => Fields.of(req)),
  pollRoute('/api/v1/videos/generations'),
  createRoute(
    '/api/v1/videos',
    'Generate a video from a content list',
    (req) => new Fields(flattenContent(parseObject(req.body))),
  ),
  pollRoute('/api/v1/videos'),
];
