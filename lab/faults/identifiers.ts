import { changeReply } from '../toolkit/handlers.ts';
import { interceptResponses } from '../toolkit/interceptors.ts';
import { toLatin1 } from '../toolkit/messages.ts';
import { codeOf } from '../toolkit/payment-headers.ts';
import { defineFaults } from './fault.ts';
import { acceptRejected } from './lenient.ts';

/** Identifiers that repeat, or that name a different thing elsewhere. */
export const identifiers = defineFaults('identifiers', [
  {
    name: 'gives every image job the same id',
    rule: 'image-ids.distinct',
    level: 'paid',
    only: ['image-ids.*', 'image-replay.*', 'generate-image.*'],
    intercept: interceptResponses((response, request) =>
      request.url.includes('/images/generations')
        ? { ...response, body: response.body.replaceAll(/"img_\w+"/g, '"img_1"') }
        : response,
    ),
  },
  {
    name: 'derives job ids from the hour',
    rule: 'image-ids.distinct',
    level: 'paid',
    only: ['image-ids.*', 'image-replay.*', 'generate-image.*'],
    alter: changeReply('generate-image', (body) => ({ ...body, id: `img_${Math.floor(Number(body.created) / 3600)}` })),
  },
  {
    name: 'names another job in the response to a replay',
    rule: 'image-replay.same-job',
    level: 'paid',
    only: ['image-replay.*'],
    intercept: interceptResponses((response) => ({
      ...response,
      body: response.body.replace(/"job_id":"img_\w+"/, '"job_id":"img_0"'),
    })),
  },
  {
    name: 'gives the poll URL of another job in the response to a replay',
    rule: 'image-ids.recovered',
    level: 'paid',
    only: ['image-replay.*', 'image-ids.*'],
    intercept: interceptResponses((response) =>
      response.status === 402
        ? { ...response, body: response.body.replace(/("poll_url":"[^"]*?)[^/"]+"/, '$1img_0"') }
        : response,
    ),
  },
  {
    name: 'returns the id of another job from a poll',
    rule: 'image-slow.running',
    level: 'controlled',
    only: ['image-slow.*'],
    alter: changeReply('poll-image', (body) => ({ ...body, id: 'img_0' })),
  },
  {
    name: 'gives a poll URL on another origin',
    rule: 'generate-image.response-202.poll-url.pattern',
    level: 'controlled',
    only: ['generate-image.response-202.*', 'image-slow.*'],
    alter: changeReply('generate-image', (body) =>
      typeof body.poll_url === 'string' ? { ...body, poll_url: `https://jobs.example${body.poll_url}` } : body,
    ),
  },
  {
    name: 'creates a second job for a used payment while the first runs',
    rule: 'image-slow.replayed',
    level: 'controlled',
    only: ['image-slow.*', 'image-replay.*', 'generate-image.errors.*'],
    intercept: (parts) =>
      acceptRejected(({ code, response, request }) => {
        if (code !== codeOf('used') || !request.url.endsWith('/images/generations')) return false;
        return response.body.includes('poll_url');
      })(parts),
  },
  {
    name: 'renames the `object` field of a job',
    rule: 'poll-image.response-202.object.required',
    level: 'controlled',
    only: ['poll-image.response-202.*', 'image-slow.*'],
    intercept: interceptResponses((response) =>
      response.status === 202
        ? { ...response, body: toLatin1(response.body.replace('"object"', '"objet"')) }
        : response,
    ),
  },
]);
