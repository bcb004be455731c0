import type { Parts } from '#gateway/start.ts';
import { handling, withStore } from '../toolkit/alter.ts';
import type { Front } from '../toolkit/front.ts';
import { family } from './fault.ts';
import { takeAnyway } from './house.ts';
import { calls, latin, parse, paymentOf } from './wire.ts';

/** Asks for payment before it looks at a body: a wrong one without payment is answered like a right one. */
function challengingFirst(id: string, right: unknown): (parts: Parts) => Front {
  return (parts) => async (call, send) => {
    const answer = await send(call);
    if (answer.status !== 400 || paymentOf(call) || !calls(parts, id, call)) return answer;
    return send({ ...call, headers: { 'content-type': 'application/json' }, body: latin(JSON.stringify(right)) });
  };
}

/** Takes the money of calls that were answered with one of these statuses. */
function takingFor(statuses: readonly number[], only?: string): (parts: Parts) => Front {
  return (parts) => async (call, send) => {
    const answer = await send(call);
    const header = paymentOf(call);
    const meant = statuses.includes(answer.status) && (!only || calls(parts, only, call));
    if (header && meant) await takeAnyway(parts, header, `${call.method} ${call.url}`);
    return answer;
  };
}

/** Settles before it asks the provider. */
const settlingFirst = (ids: readonly string[] | undefined, when: (request: unknown) => boolean = () => true) =>
  handling(ids, (serve, { services }) => async (call) => {
    if (call.claim && call.payment && when(call.request)) await services.payments.settle(call.claim, call);
    return serve(call);
  });

const kite = { model: 'acme/img-a1', prompt: 'A red kite' };
const clip = { model: 'sirocco/vid-s25', prompt: 'A red kite' };
const paid = ['search', 'lookup-phone', 'create-chat-completion', 'edit-image', 'synthesize-speech'];

/** Steps that are taken in the wrong order. */
export const ordering = family('ordering', [
  {
    name: 'a count of images that is validated after the challenge',
    rule: 'generate-image.n.maximum',
    only: ['generate-image.*'],
    front: challengingFirst('generate-image', kite),
  },
  {
    name: 'a resolution that is validated after the challenge',
    rule: 'generate-video.resolution-offered',
    only: ['generate-video.resolution*'],
    front: challengingFirst('generate-video', clip),
  },
  {
    name: 'phone bodies that are validated after the challenge',
    rule: 'lookup-phone.unknown-keys',
    only: ['lookup-phone.*'],
    front: challengingFirst('lookup-phone', { phoneNumber: '+14155550123' }),
  },
  {
    name: 'a body that is parsed after the challenge',
    rule: 'http.not-json',
    only: ['http.not-json', 'generate-video.errors.*'],
    front: challengingFirst('generate-video', clip),
  },
  {
    name: 'a charge before the provider has answered',
    rule: 'payment.failure.settles-nothing',
    level: 'controlled',
    only: ['payment.*'],
    alter: settlingFirst(paid),
  },
  {
    name: 'a charge before the provider has answered, on edits alone',
    rule: 'edit-failure.not-charged',
    level: 'controlled',
    only: ['payment.failure.*', 'edit-*'],
    alter: settlingFirst(['edit-image']),
  },
  {
    name: 'a stream that is charged when it begins',
    rule: 'chat-cut-stream.not-charged',
    level: 'controlled',
    only: ['chat-*', 'create-chat-completion.stream'],
    alter: settlingFirst(['create-chat-completion'], (request) => Object(request).stream === true),
  },
  {
    name: 'a job that is charged when it is accepted',
    rule: 'image-slow.accepted',
    level: 'controlled',
    only: ['image-*'],
    alter: handling(['generate-image'], (serve, { services }) => async (call) => {
      const reply = await serve(call);
      if (reply.status === 202 && call.claim) await services.payments.settle(call.claim, call);
      return reply;
    }),
  },
  {
    name: 'a job that is charged when its provider has finished, polled or not',
    rule: 'image-slow.waits-for-the-poll',
    level: 'controlled',
    only: ['image-*'],
    alter: withStore(({ jobs }, { services, host }) => ({
      jobs: {
        ...jobs,
        async move(id, from, to, data) {
          const job = await jobs.find(id);
          const route = host.routes.find(({ operation }) => operation.id === 'poll-image');
          // What happens to a job while nobody polls leaves its state as it is.
          if (job?.claim && route && from.length === 1 && from[0] === to) {
            await services.payments.settle(job.claim, { route });
          }
          return jobs.move(id, from, to, data);
        },
      },
    })),
  },
  {
    name: 'the money of a wrong request that is taken before it is validated',
    rule: 'payment.invalid-request.settles-nothing',
    level: 'controlled',
    only: ['payment.*'],
    front: takingFor([400]),
  },
  {
    name: 'the money of a clip whose fields exclude each other',
    rule: 'payment.invalid-request.settles-nothing',
    level: 'controlled',
    only: ['payment.*'],
    front: (parts) => {
      const taking = takingFor([400], 'generate-video')(parts);
      return (call, send) => (Object.keys(parse(call.body) ?? {}).length > 0 ? taking(call, send) : send(call));
    },
  },
  {
    name: 'the money of a call that its provider had no capacity for',
    rule: 'payment.failure.settles-nothing',
    level: 'controlled',
    only: ['payment.*', '*.errors.rate-limited'],
    front: takingFor([429]),
  },
  {
    name: 'the money of a call whose provider failed, moved after the refusal',
    rule: 'payment.failure.settles-nothing',
    level: 'controlled',
    only: ['payment.*'],
    front: takingFor([502, 500, 504]),
  },
  {
    name: 'the money of a payment that was refused',
    rule: 'payment.rejected.settles-nothing',
    level: 'controlled',
    only: ['payment.rejected.*'],
    front: takingFor([402]),
  },
  {
    name: 'a settlement that is told to have failed while the money moves',
    rule: 'payment.settlement.failed',
    level: 'controlled',
    only: ['payment.settlement.*'],
    front: takingFor([402]),
  },
  {
    name: 'paths that ask for payment before they are looked up',
    rule: 'http.unknown-path',
    only: ['http.*'],
    front: () => async (call, send) => {
      const answer = await send(call);
      if (answer.status !== 404 || call.method !== 'POST') return answer;
      const body = latin(JSON.stringify(kite));
      const headers = { 'content-type': 'application/json' };
      return send({ ...call, url: '/api/v1/images/generations', headers, body });
    },
  },
]);
