import type { Parts } from '#gateway/start.ts';
import { wrapHandlers } from '../toolkit/handlers.ts';
import { jsonBody, parseBody, paymentOf } from '../toolkit/messages.ts';
import type { Interceptor, WireRequest } from '../toolkit/proxy.ts';
import { overrideStore } from '../toolkit/services.ts';
import { defineFaults } from './fault.ts';
import { chargeAnyway } from './lenient.ts';

/** Sends the challenge before it validates the body, so that an invalid body gets a challenge too. */
function challengingFirst(id: string, right: unknown): (parts: Parts) => Interceptor {
  return (parts) => async (request, forward) => {
    const response = await forward(request);
    if (response.status !== 400 || paymentOf(request) || !isFor(parts, id, request)) return response;
    return forward({ ...request, headers: { 'content-type': 'application/json' }, body: jsonBody(right) });
  };
}

/** True for a request to the path of an operation. */
function isFor({ host }: Parts, id: string, { url }: WireRequest): boolean {
  const path = host.routes.find(({ operation }) => operation.id === id)?.path ?? '';
  const pattern = path.replaceAll(/\{[^}]+\}/g, '[^/?]+');
  return new RegExp(`^${pattern}(\\?|$)`).test(url);
}

/** Charges calls whose response has one of these statuses. */
function takingFor(statuses: readonly number[], only?: string): (parts: Parts) => Interceptor {
  return (parts) => async (request, forward) => {
    const response = await forward(request);
    const header = paymentOf(request);
    const meant = statuses.includes(response.status) && (!only || isFor(parts, only, request));
    if (header && meant) await chargeAnyway(parts, header, `${request.method} ${request.url}`);
    return response;
  };
}

/** Settles before it calls the provider. */
const settlingFirst = (ids: readonly string[] | undefined, when: (request: unknown) => boolean = () => true) =>
  wrapHandlers(ids, (serve, { services }) => async (call) => {
    if (call.claim && call.payment && when(call.request)) await services.payments.settle(call.claim, call);
    return serve(call);
  });

const kite = { model: 'acme/img-a1', prompt: 'A red kite' };
const clip = { model: 'sirocco/vid-s25', prompt: 'A red kite' };
const paid = ['search', 'lookup-phone', 'create-chat-completion', 'edit-image', 'synthesize-speech'];

/** Steps in the wrong order. */
export const ordering = defineFaults('ordering', [
  {
    name: 'validates the number of images only after the challenge',
    rule: 'generate-image.n.maximum',
    only: ['generate-image.*'],
    intercept: challengingFirst('generate-image', kite),
  },
  {
    name: 'validates the resolution only after the challenge',
    rule: 'generate-video.resolution-offered',
    only: ['generate-video.resolution*'],
    intercept: challengingFirst('generate-video', clip),
  },
  {
    name: 'validates phone lookups only after the challenge',
    rule: 'lookup-phone.unknown-keys',
    only: ['lookup-phone.*'],
    intercept: challengingFirst('lookup-phone', { phoneNumber: '+14155550123' }),
  },
  {
    name: 'parses bodies only after the challenge',
    rule: 'http.not-json',
    only: ['http.not-json', 'generate-video.errors.*'],
    intercept: challengingFirst('generate-video', clip),
  },
  {
    name: 'settles before the provider has responded',
    rule: 'payment.failure.settles-nothing',
    level: 'controlled',
    only: ['payment.*'],
    alter: settlingFirst(paid),
  },
  {
    name: 'settles image edits before the provider has responded',
    rule: 'edit-failure.not-charged',
    level: 'controlled',
    only: ['payment.failure.*', 'edit-*'],
    alter: settlingFirst(['edit-image']),
  },
  {
    name: 'settles a stream when it begins',
    rule: 'chat-cut-stream.not-charged',
    level: 'controlled',
    only: ['chat-*', 'create-chat-completion.stream'],
    alter: settlingFirst(['create-chat-completion'], (request) => Object(request).stream === true),
  },
  {
    name: 'settles a job when it is accepted',
    rule: 'image-slow.accepted',
    level: 'controlled',
    only: ['image-*'],
    alter: wrapHandlers(['generate-image'], (serve, { services }) => async (call) => {
      const reply = await serve(call);
      if (reply.status === 202 && call.claim) await services.payments.settle(call.claim, call);
      return reply;
    }),
  },
  {
    name: 'settles a job when the provider has finished, before any poll',
    rule: 'image-slow.waits-for-the-poll',
    level: 'controlled',
    only: ['image-*'],
    alter: overrideStore(({ jobs }, { services, host }) => ({
      jobs: {
        ...jobs,
        async move(id, from, to, data) {
          const job = await jobs.find(id);
          const route = host.routes.find(({ operation }) => operation.id === 'poll-image');
          // What happens to a job between polls leaves its state as it is.
          if (job?.claim && route && from.length === 1 && from[0] === to) {
            await services.payments.settle(job.claim, { route });
          }
          return jobs.move(id, from, to, data);
        },
      },
    })),
  },
  {
    name: 'charges for invalid requests',
    rule: 'payment.invalid-request.settles-nothing',
    level: 'controlled',
    only: ['payment.*'],
    intercept: takingFor([400]),
  },
  {
    name: 'charges for calls of sandboxes that do not exist',
    rule: 'payment.settled.for-served',
    level: 'controlled',
    only: ['payment.settled.for-served', '*sandbox*'],
    everywhere: true,
    intercept: takingFor([404]),
  },
  {
    name: 'charges for video requests whose fields exclude each other',
    rule: 'payment.invalid-request.settles-nothing',
    level: 'controlled',
    only: ['payment.*'],
    intercept: (parts) => {
      const taking = takingFor([400], 'generate-video')(parts);
      return (request, forward) =>
        Object.keys(parseBody(request) ?? {}).length > 0 ? taking(request, forward) : forward(request);
    },
  },
  {
    name: 'charges when the provider had no capacity',
    rule: 'payment.failure.settles-nothing',
    level: 'controlled',
    only: ['payment.*', '*.errors.rate-limited'],
    intercept: takingFor([429]),
  },
  {
    name: 'charges after it reported a provider failure',
    rule: 'payment.failure.settles-nothing',
    level: 'controlled',
    only: ['payment.*'],
    intercept: takingFor([502, 500, 504]),
  },
  {
    name: 'charges rejected payments',
    rule: 'payment.rejected.settles-nothing',
    level: 'controlled',
    only: ['payment.rejected.*'],
    intercept: takingFor([402]),
  },
  {
    name: 'reports a settlement as failed although it moved the funds',
    rule: 'payment.settlement.failed',
    level: 'controlled',
    only: ['payment.settlement.*'],
    intercept: takingFor([402]),
  },
  {
    name: 'returns a challenge for unknown paths',
    rule: 'http.unknown-path',
    only: ['http.*'],
    intercept: () => async (request, forward) => {
      const response = await forward(request);
      if (response.status !== 404 || request.method !== 'POST') return response;
      const body = jsonBody(kite);
      const headers = { 'content-type': 'application/json' };
      return forward({ ...request, url: '/api/v1/images/generations', headers, body });
    },
  },
]);
