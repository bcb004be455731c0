/** Image generation: at once inside the inline window, as a job outside of it. */
import { Checker } from '../check.ts';
import { IMAGE_MODELS, type ImageModel } from '../data/media.ts';
import { free, type Paid, paid, type Result } from '../flow.ts';
import type { Gateway } from '../gateway.ts';
import { type Answer, type Call, type Dict, jsonBody, Refusal } from '../http.ts';
import { completed, envelope, type Job, poll, price, schedule, statusOf } from '../jobs.ts';
import { settle } from '../payment.ts';

interface Input {
  model: ImageModel;
  size: string;
  n: number;
  prompt: string;
}

const POLL = 'GET /api/v1/images/generations/{id}';

export function rateOf(gateway: Gateway, model: ImageModel, size: string): number {
  return gateway.rules.images.overrides[`${model.label} ${size}`] ?? model.rates[size] ?? 0;
}

function parse(call: Call): Input {
  const rule = call.gateway.rules.images;
  const check = new Checker(jsonBody(call));
  const named = check.string('model', { required: true });
  const prompt = check.string('prompt', { required: true });
  const size = check.string('size') ?? rule.sizeDefault;
  if (!call.gateway.rules.details.imageExtraFields) check.onlyKeys(['model', 'prompt', 'size', 'n']);
  const n = check.number('n', { whole: true, min: rule.nMin, max: rule.nMax }) ?? rule.nDefault;
  if (rule.details) check.done();
  else if (check.problems.length > 0) throw new Refusal(400, { error: 'Invalid request body' });
  const model = IMAGE_MODELS.find((entry) => entry.id === named);
  if (model === undefined) {
    const models = IMAGE_MODELS.map((entry) => entry.id);
    throw new Refusal(400, { models, details: [{ field: 'model', message: 'unknown' }], error: 'Unknown model' });
  }
  const sizes = Object.keys(model.rates);
  if (rule.checkSize && !sizes.includes(size)) {
    const message = `size is one of ${sizes.join(', ')}`;
    throw new Refusal(400, { sizes, message, details: [{ field: 'size', message }], error: 'Invalid size' });
  }
  return { model, size, n, prompt: prompt ?? '' };
}

function microOf(gateway: Gateway, input: Input): number {
  const { images, payment } = gateway.rules;
  const rate = rateOf(gateway, input.model, input.size);
  const fee = payment.feeMicro * (images.feePerImage ? input.n : 1);
  return Math.round((rate * input.n * (100 + images.marginPercent)) / 100) + fee;
}

function dataOf(gateway: Gateway, input: Input, id: string, mirrored: boolean): Dict[] {
  const rule = gateway.rules.images;
  return Array.from({ length: input.n }, (_, index) => {
    const raw = input.model.base64
      ? 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
      : `https://raw.upstream.example/${id}/${index}.png?temporary=1`;
    return {
      backed_up: rule.mirrorFlag ? mirrored : true,
      source_url: input.model.base64 && gateway.rules.details.sourceMimeOnly ? 'image/png' : raw,
      url: mirrored ? `https://media.harbor.example/i/${id}-${index}.png` : raw,
      revised_prompt: `${input.prompt}, in harbor light`,
    };
  });
}

function run(call: Call, input: Input, { authorization, payer, script, replay, quote }: Paid): Result {
  const { gateway } = call;
  const later = input.model.always === 'async' || script?.outcome === 'slow' || script?.detail.stage === 'run';
  if (script?.outcome === 'fail' && script.detail.stage !== 'run') throw new Refusal(502, { error: 'Upstream error' });
  if (!later && script?.outcome === 'timeout') throw new Refusal(502, { error: 'Upstream timeout' });
  const id = gateway.id('hi');
  const job: Job = {
    kind: 'image',
    id,
    object: 'image.generation.job',
    model: input.model.id,
    payer,
    quote,
    authorization,
    ...schedule(gateway, script, later ? 2500 : 0),
    fields: { poll_instructions: 'Poll with a payment header of the same wallet.', n: input.n, size: input.size },
    pollUrl: `/api/v1/images/generations/${id}`,
    result: { data: dataOf(gateway, input, id, script?.outcome !== 'mirror_fail') },
  };
  gateway.memory.jobs.set(id, job);
  Object.assign(replay, { recoverable: true, job_id: id });
  if (gateway.rules.images.replayJob) replay.poll_url = job.pollUrl;
  if (later) {
    const early = gateway.rules.images.settleAtAccept;
    if (early) settle(call, quote, authorization, 'POST /api/v1/images/generations');
    return { charge: false, answer: envelope(gateway, job) };
  }
  return {
    charge: true,
    answer: (receipt) => {
      if (receipt !== undefined) job.receipt = receipt;
      const body = completed(gateway, job, 'settled', receipt);
      if (!gateway.rules.combinations.resultPriceOfAll)
        body.price = price(gateway, microOf(gateway, { ...input, n: 1 }));
      if (!gateway.rules.details.syncId) body.id = gateway.id('hi');
      return { status: 200, body };
    },
  };
}

export const imageOperation = paid<Input>({
  template: '/api/v1/images/generations',
  summary: 'Image generation',
  range: [16_750, 1_576_000],
  handles: ['slow', 'fail', 'timeout', 'mirror_fail'],
  parse,
  quote: ({ gateway }, input) => ({ micro: microOf(gateway, input), window: gateway.rules.payment.jobWindow }),
  run,
});

export const imagePollOperation = free(
  { template: '/api/v1/images/generations/{id}', summary: 'Poll an image job' },
  (call): Promise<Answer> => {
    const job = call.gateway.memory.jobs.get(call.params.id ?? '');
    if (job === undefined || job.kind !== 'image') throw new Refusal(404, { error: 'Job not found' });
    return poll(call, job, POLL);
  },
);

/** Whether a job can still be fetched. */
export function claimable(gateway: Gateway, job: Job): boolean {
  const old = gateway.nowMs() - job.createdMs >= gateway.rules.video.claimSeconds * 1000;
  return !old || statusOf(gateway, job) === 'failed';
}
