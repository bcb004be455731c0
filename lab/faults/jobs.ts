import type { Call, Reply } from '@tollwright/runtime/operation';
import { Problem } from '@tollwright/runtime/problem';
import type { Job } from '@tollwright/runtime/store/jobs';
import type { Parts } from '#gateway/start.ts';
import { wrapHandlers } from '../toolkit/handlers.ts';
import { overridePayments, overrideStore } from '../toolkit/services.ts';
import { defineFaults, type FaultDefinition } from './fault.ts';
import { moved } from './settling.ts';

const only = ['image-*', 'poll-image.*'];

/** A poll that does something else; `serve` polls rightly. */
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

/** Jobs that anybody may fetch, and polls that do more or less than they have to. */
export const jobs = defineFaults('jobs', [
  owned('a job that any wallet may poll', 'image-slow.payer-bound', () => true),
  owned('a job that any wallet may poll while it runs', 'image-slow.payer-bound', (job) => job?.state !== 'completed'),
  owned(
    'a job that any wallet may fetch once it is paid for',
    'image-slow.payer-bound-later',
    (job) => job?.state === 'completed',
  ),
  polling('a job that another wallet is told not to exist', 'image-slow.payer-bound', async (_call, _job, serve) => {
    try {
      return await serve();
    } catch (error) {
      throw error instanceof Problem && error.id === 'payer-mismatch' ? new Problem('job-not-found') : error;
    }
  }),
  polling(
    'a job that a poll of another wallet ends',
    'image-slow.settles-once',
    async (call, job, serve, { services }) => {
      if (job && call.payer && call.payer !== job.owner) await services.store.jobs.move(job.id, [job.state], 'failed');
      return serve();
    },
  ),
  polling(
    'a job that a poll without payment ends',
    'image-slow.settles-once',
    async (call, job, serve, { services }) => {
      if (job && !call.payer) await services.store.jobs.move(job.id, [job.state], 'failed');
      return serve();
    },
  ),
  polling('a job that is told to be ready before it is', 'image-slow.running', async (_call, job, serve) => {
    const reply = await serve();
    return job?.state === 'in_progress' || reply.status === 202 ? { ...reply, status: 200 } : reply;
  }),
  polling('a running job whose poll says 200', 'image-slow.running', async (_call, _job, serve) => {
    const reply = await serve();
    return reply.status === 202 ? { ...reply, status: 200 } : reply;
  }),
  polling('a job that goes back to its queue', 'image-job.queued.upstream-started', async (_call, job, serve) => {
    const reply = await serve();
    const back = job?.state === 'in_progress' && reply.status === 202;
    return back ? { ...reply, body: { ...Object(reply.body), status: 'queued' } } : reply;
  }),
  polling(
    'a failed job that a second poll finds running',
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
  polling('images that can be fetched once', 'image-slow.already-settled', async (_call, job, serve) => {
    if (job?.state === 'completed') throw new Problem('job-not-found');
    return serve();
  }),
  polling('later polls that say settled', 'image-slow.already-settled', async (_call, _job, serve) => {
    const reply = await serve();
    const body = Object(reply.body);
    return body.payment ? { ...reply, body: { ...body, payment: { ...body.payment, status: 'settled' } } } : reply;
  }),
  polling('a poll that is charged itself', 'image-slow.settles-once', async (call, job, serve, parts) => {
    const reply = await serve();
    if (job?.claim && reply.status === 200) await moved(parts, job.claim, call);
    return reply;
  }),
  polling('a running poll that is charged', 'image-slow.settles-once', async (call, job, serve, parts) => {
    const reply = await serve();
    if (job?.claim && reply.status === 202) await moved(parts, job.claim, call, { payment: { amount: 1000n } });
    return reply;
  }),
  polling(
    'a completed poll that is never charged',
    'image-slow.settles-once',
    async (call, job, serve, { services }) => {
      const reply = await serve();
      if (job?.claim && call.payer && reply.status === 200 && Object(reply.body).payment?.status === 'settled') {
        await services.payments.release(job.claim);
      }
      return reply;
    },
  ),
  polling('a failed job that is charged', 'image-failed-job.not-charged', async (call, job, serve, parts) => {
    const reply = await serve();
    if (job?.claim && Object(reply.body).status === 'failed') await moved(parts, job.claim, call);
    return reply;
  }),
  polling('a failed job whose poll is an error', 'image-failed-job.told', async (_call, _job, serve) => {
    const reply = await serve();
    return Object(reply.body).status === 'failed' ? { ...reply, status: 502 } : reply;
  }),
  {
    name: 'a failed settlement that loses the image',
    rule: 'image-settlement-failure.retry-settles',
    level: 'controlled',
    only,
    alter: wrapHandlers(['poll-image'], (serve, { services }) => async (call) => {
      try {
        return await serve(call);
      } catch (error) {
        const { id } = Object(call.params);
        const lost = error instanceof Problem && error.id === 'settlement-failed';
        if (lost) await services.store.jobs.move(id, ['queued', 'in_progress'], 'failed');
        throw error;
      }
    }),
  },
  {
    name: 'an image that is handed out although its settlement failed',
    rule: 'image-settlement-failure.told',
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
    name: 'a job that is found by nobody after an hour',
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
    name: 'a mirror that is said to have worked',
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
    name: 'one image whatever was asked for',
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
