import { answering } from '../toolkit/alter.ts';
import { family } from './fault.ts';
import { lenient } from './house.ts';
import { changing, latin } from './wire.ts';

/** Identifiers that come again, or that name something else elsewhere. */
export const identifiers = family('identifiers', [
  {
    name: 'one job id for every image',
    rule: 'image-ids.distinct',
    level: 'paid',
    only: ['image-ids.*', 'image-replay.*', 'generate-image.*'],
    front: changing((answer, call) =>
      call.url.includes('/images/generations')
        ? { ...answer, text: answer.text.replaceAll(/"img_\w+"/g, '"img_1"') }
        : answer,
    ),
  },
  {
    name: 'a job id that is the hour it was made in',
    rule: 'image-ids.distinct',
    level: 'paid',
    only: ['image-ids.*', 'image-replay.*', 'generate-image.*'],
    alter: answering('generate-image', (body) => ({ ...body, id: `img_${Math.floor(Number(body.created) / 3600)}` })),
  },
  {
    name: 'a replay that leads to another job',
    rule: 'image-replay.same-job',
    level: 'paid',
    only: ['image-replay.*'],
    front: changing((answer) => ({ ...answer, text: answer.text.replace(/"job_id":"img_\w+"/, '"job_id":"img_0"') })),
  },
  {
    name: 'a replay whose poll leads to another job',
    rule: 'image-ids.recovered',
    level: 'paid',
    only: ['image-replay.*', 'image-ids.*'],
    front: changing((answer) =>
      answer.status === 402
        ? { ...answer, text: answer.text.replace(/("poll_url":"[^"]*?)[^/"]+"/, '$1img_0"') }
        : answer,
    ),
  },
  {
    name: 'a poll that names another job',
    rule: 'image-slow.running',
    level: 'controlled',
    only: ['image-slow.*'],
    alter: answering('poll-image', (body) => ({ ...body, id: 'img_0' })),
  },
  {
    name: 'a poll URL on another origin',
    rule: 'generate-image.response-202.poll-url.pattern',
    level: 'controlled',
    only: ['generate-image.response-202.*', 'image-slow.*'],
    alter: answering('generate-image', (body) =>
      typeof body.poll_url === 'string' ? { ...body, poll_url: `https://jobs.example${body.poll_url}` } : body,
    ),
  },
  {
    name: 'a running job that a used payment orders again',
    rule: 'image-slow.replayed',
    level: 'controlled',
    only: ['image-slow.*', 'image-replay.*', 'generate-image.errors.*'],
    front: (parts) =>
      lenient(({ code, answer, call }) => {
        if (code !== 'PAYMENT_REPLAY' || !call.url.endsWith('/images/generations')) return false;
        return answer.text.includes('poll_url');
      })(parts),
  },
  {
    name: 'an image job that is named in the language of the caller',
    rule: 'poll-image.response-202.object.required',
    level: 'controlled',
    only: ['poll-image.response-202.*', 'image-slow.*'],
    front: changing((answer) =>
      answer.status === 202 ? { ...answer, text: latin(answer.text.replace('"object"', '"objet"')) } : answer,
    ),
  },
]);
