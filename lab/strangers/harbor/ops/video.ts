/** Video jobs: submit, and poll by the signed address that the submission gave. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { Checker } from '../check.ts';
import { VIDEO_IDS } from '../data/media.ts';
import { free, type Operation, type Paid, paid, type Result } from '../flow.ts';
import type { Gateway } from '../gateway.ts';
import { type Call, type Dict, isDict, jsonBody, Refusal } from '../http.ts';
import { envelope, type Job, poll, schedule } from '../jobs.ts';
import { claimable } from './images.ts';
import { readVideo, type VideoInput } from './videocheck.ts';
import { clipMicro } from './videoprice.ts';

const FULL = '/api/v1/videos/generations';
const SHORT = '/api/v1/videos';

function signature(gateway: Gateway, parts: readonly string[]): string {
  return createHmac('sha256', gateway.secret).update(parts.join('|')).digest('hex').slice(0, 40);
}

/** The query of a poll address: what was billed, and a signature over it. */
function pollQuery(gateway: Gateway, id: string, input: VideoInput): string {
  const model = VIDEO_IDS[input.label] ?? '';
  const fields = { model, duration: String(input.seconds), i2v: input.seeded ? '1' : '0', res: input.resolution };
  const query = new URLSearchParams({ ...fields, refs: String(input.references) });
  query.set('sig', signature(gateway, [id, ...query.values()]));
  return query.toString();
}

function checkQuery(call: Call, id: string): void {
  if (!call.gateway.rules.video.checkSig) return;
  const parts = ['model', 'duration', 'i2v', 'res', 'refs'].map((name) => call.query.get(name) ?? '');
  const wanted = Buffer.from(signature(call.gateway, [id, ...parts]));
  const found = Buffer.from(call.query.get('sig') ?? '');
  if (found.length !== wanted.length || !timingSafeEqual(found, wanted)) {
    throw new Refusal(400, { error: 'Invalid poll query', details: 'Use the poll_url as it was given.' });
  }
}

/** A body with a content list as the flat body that it stands for. */
function flatten(body: Dict): Dict {
  const check = new Checker(body);
  const content = check.array('content', { required: true, min: 1 }) ?? [];
  check.done();
  const flat: Dict = { ...body };
  const images: string[] = [];
  for (const part of content) {
    if (!isDict(part)) continue;
    if (part.type === 'text' && typeof part.text === 'string') flat.prompt = part.text;
    const image = isDict(part.image_url) ? part.image_url.url : part.image_url;
    if (part.type === 'image_url' && typeof image === 'string') images.push(image);
  }
  if (images[0] !== undefined) flat.image_url = images[0];
  if (images[1] !== undefined) flat.last_frame_url = images[1];
  if (typeof body.duration === 'number' && body.duration_seconds === undefined) flat.duration_seconds = body.duration;
  if (typeof body.ratio === 'string' && body.aspect_ratio === undefined) flat.aspect_ratio = body.ratio;
  return flat;
}

function submit(path: string) {
  return (call: Call, input: VideoInput, { authorization, payer, script, replay, quote }: Paid): Result => {
    const { gateway } = call;
    const atOnce = script?.detail.stage !== 'run';
    if (atOnce && script?.outcome === 'fail') throw new Refusal(502, { error: 'Upstream error' });
    if (atOnce && script?.outcome === 'timeout') throw new Refusal(502, { error: 'Upstream timeout' });
    const model = VIDEO_IDS[input.label] ?? '';
    const upstreamId = gateway.id('hv');
    const id = `${model.split('/')[0]}:${upstreamId}`;
    const raw = `https://raw.upstream.example/${upstreamId}.mp4`;
    const mirrored = script?.outcome !== 'mirror_fail';
    const clip: Dict = {
      backed_up: mirrored,
      request_id: upstreamId,
      duration_seconds: input.seconds,
      source_url: raw,
      url: mirrored ? `https://media.harbor.example/v/${upstreamId}.mp4` : raw,
    };
    if (input.lastFrame) clip.last_frame_url = `https://media.harbor.example/v/${upstreamId}-last.png`;
    const job: Job = {
      kind: 'video',
      id,
      object: 'video.generation.job',
      model,
      payer,
      quote,
      authorization,
      ...schedule(gateway, script, 2500),
      fields: { duration_seconds: input.seconds, resolution: input.resolution },
      pollUrl: `${path}/${id}?${pollQuery(gateway, id, input)}`,
      result: { data: [clip] },
    };
    gateway.memory.jobs.set(id, job);
    Object.assign(replay, { recoverable: true, poll_url: job.pollUrl, job_id: id });
    return { charge: false, answer: envelope(gateway, job) };
  };
}

function withReferences(gateway: Gateway, input: VideoInput): number {
  const percent = 100 + gateway.rules.details.referencePercent * input.references;
  return Math.round((clipMicro(gateway, input.label, input.resolution, input.seconds) * percent) / 100);
}

function submission(path: string, bodyOf: (call: Call) => Dict): Operation {
  return paid<{ input: VideoInput; image: boolean }>({
    template: path,
    summary: 'Video generation',
    range: [3000, 20_000_000],
    handles: ['slow', 'fail', 'timeout', 'mirror_fail'],
    refusals: {
      reject: ({ gateway }, _script, { image }) =>
        image
          ? new Refusal(400, { error: 'The seed image shows a person', code: gateway.rules.video.realPersonCode })
          : new Refusal(400, { error: 'Refused by the provider' }),
    },
    parse: (call) => {
      const body = bodyOf(call);
      return { input: readVideo(call.gateway, body), image: typeof body.image_url === 'string' };
    },
    quote: ({ gateway }, { input }) => ({
      micro: withReferences(gateway, input),
      window: gateway.rules.payment.jobWindow,
    }),
    run: (call, { input }, taken) => submit(path)(call, input, taken),
  });
}

function pollOperation(path: string): Operation {
  const template = `${path}/{id}`;
  return free({ template, summary: 'Poll a video job' }, (call) => {
    const id = call.params.id ?? '';
    const job = call.gateway.memory.jobs.get(id);
    if (job === undefined || job.kind !== 'video' || !claimable(call.gateway, job)) {
      throw new Refusal(404, { error: 'Job not found' });
    }
    checkQuery(call, id);
    return poll(call, job, `GET ${template}`);
  });
}

export const videoOperations = [
  submission(FULL, jsonBody),
  pollOperation(FULL),
  submission(SHORT, (call) => flatten(jsonBody(call))),
  pollOperation(SHORT),
];
