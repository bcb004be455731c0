import type { Call, Reply } from '@tollwright/runtime/operation/handler';
import { Problem } from '@tollwright/runtime/operation/problem';
import type { Job } from '@tollwright/runtime/store/jobs';
import { isRefusal } from '@tollwright/runtime/x402/refusal';
import type { Parts } from '#gateway/start.ts';
import { wrapHandlers } from '../toolkit/handlers.ts';
import { overridePayments, overrideStore } from '../toolkit/services.ts';
import { defineFaults, type FaultDefinition } from './fault.ts';
import { moved } from './settling.ts';

const only = ['image-*', 'poll-image.*'];

/** Replaces how an operation is polled; `serve` polls correctly. */
const polling = (
  name: string,
  rule: string,
  poll: (call: Call, job: Job | undefined, serve: () => Promise<Reply>, parts: Parts) => Promise<Reply>,
): FaultDefinition => ({
  name,
  rule,
  level: 'controlled',
  only,
  alter: wrapHandlers(['poll-image'], (serve, parts) => async (call) => {
    const job = await parts.services.store.jobs.find(Object(call.params).id);
    return poll(call, job, async () => serve(call), parts);
  }),
});

const asOwner = (call: Call, job: Job | undefined): Call =>
  job && call.payer !== undefined ? { ...call, payer: job.owner } : call;

/** Serves polls as if their owner had made them, while `loosely` says so. */
const owned = (name: string, rule: string, loosely: (job: Job | undefined) => boolean): FaultDefinition => ({
  name,
  rule,
  level: 'controlled',
  only,
  alter: wrapHandlers(['poll-image'], (serve, { services }) => async (call) => {
    const job = await services.store.jobs.find(Object(call.params).id);
    return serve(loosely(job) ? asOwner(call, job) : call);
  }),
});

/** Jobs that any wallet may fetch, and polls that do more or less than they must. */
export const jobs = defineFaults('jobs', [
  owned('lets any wallet poll a job', 'image-slow.payer-bound', () => true),
  owned('lets any wallet poll a job while it runs', 'image-slow.payer-bound', (job) => job?.state !== 'completed'),
  owned(
    'lets any wallet fetch a job that is settled',
    'image-slow.payer-bound-later',
    (job) => job?.state === 'completed',
  ),
  polling('returns 404 to a poll by another wallet', 'image-slow.payer-bound', async (_call, _job, serve) => {
    try {
      return await serve();
    } catch (error) {
      throw error instanceof Problem && error.id === 'payer-mismatch' ? new Problem('job-not-found') : error;
    }
  }),
  polling(
    'fails a job that another wallet polls',
    'image-slow.settles-once',
    async (call, job, serve, { services }) => {
      if (job && call.payer && call.payer !== job.owner) await services.store.jobs.move(job.id, [job.state], 'failed');
      return serve();
    },
  ),
  polling(
    'fails a job that is polled without a payment',
    'image-slow.settles-once',
    async (call, job, serve, { services }) => {
      if (job && !call.payer) await services.store.jobs.move(job.id, [job.state], 'failed');
      return serve();
    },
  ),
  polling('returns 200 for a job in progress', 'image-slow.running', async (_call, job, serve) => {
    const reply = await serve();
    return job?.state === 'in_progress' || reply.status === 202 ? { ...reply, status: 200 } : reply;
  }),
  polling('returns 200 from every poll of a running job', 'image-slow.running', async (_call, _job, serve) => {
    const reply = await serve();
    return reply.status === 202 ? { ...reply, status: 200 } : reply;
  }),
  polling('returns a running job to its queue', 'image-job.queued.upstream-started', async (_call, job, serve) => {
    const reply = await serve();
    const back = job?.state === 'in_progress' && reply.status === 202;
    return back ? { ...reply, body: { ...Object(reply.body), status: 'queued' } } : reply;
  }),
  polling(
    'restarts a failed job at the second poll',
    'image-job.queued.upstream-failed',
    async (_call, job, serve, { services }) => {
      if (job?.state === 'failed') await services.store.jobs.move(job.id, ['failed'], 'queued');
      return job?.state === 'failed'
        ? {
            status: 202,
            body: {
              id: job.id,
              object: 'image.generation.job',
              status: 'queued',
              model: 'x',
              payment_status: 'verified',
              note: '',
            },
          }
        : serve();
    },
  ),
  polling('returns 404 once an image has been fetched', 'image-slow.already-settled', async (_call, job, serve) => {
    if (job?.state === 'completed') throw new Problem('job-not-found');
    return serve();
  }),
  polling(
    'reports `settled` instead of `already_settled` from later polls',
    'image-slow.already-settled',
    async (_call, _job, serve) => {
      const reply = await serve();
      const body = Object(reply.body);
      return body.payment ? { ...reply, body: { ...body, payment: { ...body.payment, status: 'settled' } } } : reply;
    },
  ),
  polling('settles once more at a completed poll', 'image-slow.settles-once', async (call, job, serve, parts) => {
    const reply = await serve();
    if (job?.claim && reply.status === 200) await moved(parts, job.claim, call);
    return reply;
  }),
  polling('charges for polls of a running job', 'image-slow.settles-once', async (call, job, serve, parts) => {
    const reply = await serve();
    if (job?.claim && reply.status === 202) await moved(parts, job.claim, call, { payment: { amount: 1000n } });
    return reply;
  }),
  polling(
    'releases the payment of a completed job',
    'image-slow.settles-once',
    async (call, job, serve, { services }) => {
      const reply = await serve();
      if (job?.claim && call.payer && reply.status === 200 && Object(reply.body).payment?.status === 'settled') {
        await services.payments.release(job.claim);
      }
      return reply;
    },
  ),
  polling('charges for a failed job', 'image-failed-job.not-charged', async (call, job, serve, parts) => {
    const reply = await serve();
    if (job?.claim && Object(reply.body).status === 'failed') await moved(parts, job.claim, call);
    return reply;
  }),
  polling('returns 502 from the poll of a failed job', 'image-failed-job.answer', async (_call, _job, serve) => {
    const reply = await serve();
    return Object(reply.body).status === 'failed' ? { ...reply, status: 502 } : reply;
  }),
  {
    name: 'loses the image when its settlement fails',
    rule: 'image-settlement-failure.retry-settles',
    level: 'controlled',
    only,
    alter: wrapHandlers(['poll-image'], (serve, { services }) => async (call) => {
      try {
        return await serve(call);
      } catch (error) {
        const { id } = Object(call.params);
        const lost = isRefusal(error, 'settlement-failed');
        if (lost) await services.store.jobs.move(id, ['queued', 'in_progress'], 'failed');
        throw error;
      }
    }),
  },
  {
    name: 'returns an image although its settlement failed',
    rule: 'image-settlement-failure.answer',
    level: 'controlled',
    only,
    alter: overridePayments((payments) => ({
      settle: (claim, call, usage) =>
        payments.settle(claim, call, usage).catch((error: unknown) => {
          if (!call.payment || call.route.auth !== 'wallet') throw error;
          const { network, payer } = call.payment;
          return { txHash: `0x${'0'.repeat(64)}`, network, payer, first: true };
        }),
    })),
  },
  {
    name: 'returns 404 for jobs older than an hour',
    rule: 'image-stall.fails',
    level: 'controlled',
    only,
    alter: overrideStore(({ jobs: kept }, { services }) => ({
      jobs: {
        ...kept,
        async find(id) {
          const job = await kept.find(id);
          return job && services.clock.now() - job.createdAt > 3_600_000 ? undefined : job;
        },
      },
    })),
  },
  {
    name: 'reports a failed mirror as backed up',
    rule: 'image-mirror.not-backed-up',
    level: 'controlled',
    only: ['image-mirror.*'],
    alter: wrapHandlers(['generate-image'], (serve) => async (call) => {
      const reply = await serve(call);
      const { data, ...body } = Object(reply.body);
      if (!Array.isArray(data)) return reply;
      return { ...reply, body: { ...body, data: data.map((image) => ({ ...image, backed_up: true })) } };
    }),
  },
  {
    name: 'returns one image whatever `n` is',
    rule: 'image-several.count',
    level: 'paid',
    only: ['generate-image.*', 'image-several.*'],
    alter: wrapHandlers(['generate-image'], (serve) => async (call) => {
      const reply = await serve(call);
      const { data, ...body } = Object(reply.body);
      return Array.isArray(data) ? { ...reply, body: { ...body, data: data.slice(0, 1) } } : reply;
    }),
  },
]);
