/** Video generation: prices, jobs behind signed poll addresses, and the second door with a content list. */
import { createHmac, randomBytes } from 'node:crypto';
import { videoModels } from './catalog.ts';
import { type Clip, readClip } from './clips.ts';
import { customs } from './customs.ts';
import { isObj } from './form.ts';
import { envelope, fate, jobAnswers, jobOf, poll, replayOf } from './jobs.ts';
import { law } from './law.ts';
import { remember } from './serve.ts';
import { failed, reach } from './upstream.ts';
import { type Ask, type Deal, type Obj, Refusal, type Reply, type Row, row } from './wire.ts';
import { type Job, now, token, world } from './world.ts';

const secret = randomBytes(32);
const main = 'POST /api/v1/videos/generations';
const side = 'POST /api/v1/videos';

function clipPrice(clip: Clip): number {
  const { rate } = clip.model;
  if (typeof rate !== 'number') return clip.seconds * (rate[clip.resolution] ?? 0) + law.videos.fee;
  const factor = law.videos.factors[clip.resolution] ?? 100;
  const over = 100n * 10_000n * 100n;
  const product = [law.videos.tokensPerSecond, clip.seconds, factor, rate, law.videos.margin].reduce(
    (sum, one) => sum * BigInt(one),
    1n,
  );
  const micro = Math.ceil(Number((product + over - 1n) / over) * customs.videos.surcharge(clip.references));
  return Math.max(law.videos.minimum, micro + law.videos.fee);
}

function signature(id: string, facts: string): string {
  return createHmac('sha256', secret).update(`${id}?${facts}`).digest('base64url').slice(0, 32);
}

const signedFacts = (query: URLSearchParams) =>
  customs.videos.signed.map((name) => `${name}=${query.get(name)}`).join('&');

function pollQuery(id: string, clip: Clip): string {
  const query = new URLSearchParams({
    model: clip.model.id,
    duration: String(clip.seconds),
    i2v: clip.seeded ? '1' : '0',
    res: clip.resolution,
    refs: String(clip.references),
  });
  query.set('sig', signature(id, signedFacts(query)));
  return query.toString();
}

function checkQuery(id: string, query: URLSearchParams): void {
  if (!law.videos.signQuery || query.get('sig') === signature(id, signedFacts(query))) return;
  throw new Refusal(law.invalidStatus, {
    error: 'Invalid poll URL',
    message: 'sig does not fit: use poll_url verbatim.',
  });
}

function filmed(clip: Clip, id: string, mirrored: boolean): Obj {
  const upstream = `https://render.example/clips/${id}.mp4`;
  return {
    request_id: id,
    source_url: upstream,
    url: mirrored ? `https://media.example/clips/${id}.mp4` : upstream,
    backed_up: mirrored,
    duration_seconds: clip.seconds,
    resolution: clip.resolution,
    has_audio: clip.sound,
    ...(clip.lastFrame ? { last_frame_url: `https://media.example/clips/${id}.png` } : {}),
  };
}

async function submit(clip: Clip, deal: Deal): Promise<Reply> {
  const reached = await reach(deal, {
    ...jobAnswers,
    capacity: () => undefined,
    reject: (detail) => {
      const status = typeof detail.status === 'number' ? detail.status : 400;
      const code = clip.seeded ? { code: 'INPUT_IMAGE_REAL_PERSON' } : {};
      return new Refusal(status, { error: 'Upstream refused the input', message: 'Nothing was charged.', ...code });
    },
  });
  if (reached.outcome === 'empty' || reached.outcome === 'cut') throw failed();
  const upstream = token();
  const id = `${clip.model.id.split('/')[0]}:${upstream}`;
  const path = deal.row.on === side ? '/api/v1/videos' : '/api/v1/videos/generations';
  const pollUrl = `${path}/${id}?${pollQuery(id, clip)}`;
  const end = fate(reached);
  const made = now();
  const job: Job = {
    id,
    kind: 'video',
    owner: deal.payer,
    model: clip.model.id,
    made,
    done: end.done,
    failure: end.failure,
    started: false,
    price: deal.price,
    auth: deal.paid?.id ?? '',
    authExpires: deal.paid?.expires ?? 0,
    transfer: null,
    shown: { duration_seconds: clip.seconds, poll_url: pollUrl },
    result: {
      id,
      object: 'video.generation.job',
      status: 'completed',
      model: clip.model.id,
      created: Math.floor(made / 1000),
      data: [filmed(clip, upstream, reached.outcome !== 'mirror_fail')],
    },
  };
  world.jobs.set(id, job);
  if (deal.paid) remember(deal.paid, deal.row.on, id);
  return { status: 202, unpaid: true, body: envelope(job, {}) };
}

function contentText(item: Obj): string {
  return item.type === 'text' && typeof item.text === 'string' ? item.text : '';
}

function contentImage(item: Obj): string | undefined {
  if (item.type !== 'image_url') return undefined;
  const { image_url: image } = item;
  if (typeof image === 'string') return image;
  return isObj(image) && typeof image.url === 'string' ? image.url : undefined;
}

/** The content list of the second door as a body of the first. */
function fromContent(ask: Ask): unknown {
  if (!isObj(ask.body)) return ask.body;
  const { content, ...body } = ask.body;
  if (content === undefined && typeof body.prompt === 'string') return body;
  if (!Array.isArray(content) || content.some((item) => !isObj(item))) {
    throw new Refusal(law.invalidStatus, {
      error: 'Invalid request body',
      message: 'content has to be an array of objects',
      details: [{ field: 'content', message: 'an array of objects is wanted' }],
    });
  }
  const items = content as Obj[];
  const prompt = items.map(contentText).filter((part) => part !== '');
  const byRole = (role: string) =>
    items
      .filter((item) => (item.role ?? 'first_frame') === role)
      .map(contentImage)
      .find(Boolean);
  const references = items.filter((item) => item.role === 'reference_image').map(contentImage);
  return {
    ...body,
    ...(prompt.length > 0 ? { prompt: prompt.join('\n') } : {}),
    ...(byRole('first_frame') ? { image_url: byRole('first_frame') } : {}),
    ...(byRole('last_frame') ? { last_frame_url: byRole('last_frame') } : {}),
    ...(references.length > 0 ? { reference_image_urls: references } : {}),
  };
}

const door = (on: string, read: (ask: Ask) => Clip) =>
  row<Clip>({
    on,
    upstream: main,
    window: () => law.pay.asyncWindow(),
    read,
    price: clipPrice,
    replayed: replayOf(on, (job) => String(job.shown.poll_url)),
    effect: submit,
  });

const pollRow = (on: string) =>
  row<Job>({
    on,
    own: true,
    window: () => law.pay.asyncWindow(),
    read: (ask) => {
      const id = ask.params.id ?? '';
      checkQuery(id, ask.query);
      return jobOf(id, 'video');
    },
    price: (job) => job.price,
    effect: (job, deal) => poll(deal.ask, deal.row, job),
  });

export const videoRows: Row[] = [
  door(main, (ask) => readClip(ask.body)),
  door(side, (ask) => readClip(fromContent(ask))),
  pollRow('GET /api/v1/videos/generations/{id}'),
  pollRow('GET /api/v1/videos/{id}'),
];

/** The video catalog as the free listing shows it. */
export function videoCatalog(): Obj[] {
  return videoModels.map((model) => {
    const perSecond = (resolution: string): number => {
      if (typeof model.rate !== 'number') return (model.rate[resolution] ?? 0) / 1_000_000;
      const factor = (law.videos.factors[resolution] ?? 100) / 100;
      return Number(((law.videos.tokensPerSecond * factor * model.rate * law.videos.margin) / 1e12).toFixed(9));
    };
    return {
      id: model.id,
      name: model.id.split('/')[1],
      description: `A clip of up to ${model.durations.most} seconds.`,
      billing_mode: 'per_second',
      pricing: {
        max_duration_seconds: model.durations.most,
        default_duration_seconds: model.durations.usual,
        per_second: perSecond(model.usual),
        per_second_by_resolution: Object.fromEntries(model.resolutions.map((one) => [one, perSecond(one)])),
      },
      resolutions: model.resolutions,
      default_resolution: model.usual,
    };
  });
}
