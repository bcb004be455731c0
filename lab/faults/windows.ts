import { unixSeconds } from '@tollwright/runtime/system/clock';
import { wrapHandlers } from '../toolkit/handlers.ts';
import { changeQuery } from '../toolkit/requests.ts';
import { changeRoutes } from '../toolkit/routes.ts';
import { defineFaults } from './fault.ts';
import { acceptRejected } from './lenient.ts';

const hour = 3600;

/** Time that is measured from the wrong moment or in the wrong unit. */
export const windows = defineFaults('windows', [
  {
    name: 'accepts authorizations up to an hour after they expired',
    rule: 'payment.rejected.expired',
    level: 'paid',
    only: ['payment.rejected.*'],
    intercept: (parts) => {
      const now = () => unixSeconds(parts.services.clock);
      return acceptRejected(({ message, payment }) => {
        const { validBefore } = payment.payload?.authorization ?? {};
        return message.includes('expired') && Number(validBefore) > now() - hour;
      })(parts);
    },
  },
  {
    name: 'accepts authorizations before they are valid',
    rule: 'payment.rejected.not-yet-valid',
    level: 'paid',
    only: ['payment.rejected.*'],
    intercept: acceptRejected(({ message }) => message.includes('not valid yet')),
  },
  {
    name: 'states the payment window of other calls for images',
    rule: 'payment.challenge.window',
    only: ['payment.challenge.*'],
    alter: changeRoutes('generate-image', ({ window: _window, ...route }) => route),
  },
  ...Object.entries({
    'starts the usage window of 24 hours at midnight': { '24h': 'today' },
    'exports a week as the usage of 24 hours': { '24h': '7d' },
    'exports a day as the usage of a week': { '7d': '24h' },
    'exports a week as the usage of a month': { '30d': '7d' },
    'exports a month of usage whatever window is requested': { '24h': '30d', '7d': '30d', today: '30d' },
  }).map(([name, taken]) => ({
    name,
    host: 'account' as const,
    rule: 'usage-windows.day',
    level: 'controlled' as const,
    only: ['usage-*'],
    alter: changeQuery('export-usage', (query) => ({
      ...query,
      ...(typeof query.window === 'string' && query.window in taken && { window: Object(taken)[query.window] }),
    })),
  })),
  {
    name: 'measures a stall from the last poll',
    rule: 'image-stall.fails',
    level: 'controlled',
    only: ['image-*'],
    alter: wrapHandlers(['poll-image'], (serve, { services }) => {
      const { store, clock } = services;
      const seen = new Map<string, number>();
      return async (call) => {
        const { id } = Object(call.params);
        const last = seen.get(id) ?? clock.now();
        seen.set(id, clock.now());
        const job = await store.jobs.find(id);
        // As long as it is polled within the hour, it looks as if it had begun with the last poll.
        if (
          job &&
          job.state === 'in_progress' &&
          clock.now() - last < hour * 1000 &&
          clock.now() - job.createdAt > hour * 1000
        ) {
          const { model } = Object(job.data.ask);
          const body = {
            id,
            object: 'image.generation.job',
            status: job.state,
            model,
            payment_status: 'verified',
            note: '',
          };
          return { status: 202, body };
        }
        return serve(call);
      };
    }),
  },
  {
    name: 'states `created` in milliseconds',
    rule: 'created-in-seconds.chat',
    level: 'paid',
    only: ['created-*', 'create-chat-completion.response.created.*'],
    alter: wrapHandlers(['create-chat-completion'], (serve) => async (call) => {
      const reply = await serve(call);
      const { created, ...body } = Object(reply.body);
      return reply.stream ? reply : { ...reply, body: { ...body, created: created * 1000 } };
    }),
  },
]);
