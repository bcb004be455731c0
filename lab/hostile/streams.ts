import type { WireAnswer } from '../toolkit/front.ts';
import { type Attack, type Described, family } from './attack.ts';

const isStream = ({ status, headers }: WireAnswer) =>
  status === 200 && String(headers['content-type']).startsWith('text/event-stream');

/** An attack that changes the events of a stream; each ends with an empty line. */
function events(
  name: string,
  what: string,
  against: readonly string[],
  change: (events: readonly string[]) => readonly string[] | Partial<WireAnswer>,
): Described {
  return {
    name,
    what,
    against,
    async play(call, send) {
      const answer = await send(call);
      if (!isStream(answer)) return answer;
      const all = answer.text.split('\n\n').filter((event) => event.startsWith('data:'));
      const changed = change(all);
      return Array.isArray(changed) ? { ...answer, text: written(changed) } : { ...answer, ...changed };
    },
  };
}

const written = (all: readonly string[]) => all.map((event) => `${event}\n\n`).join('');
/** The events without those that end an answer. */
const begun = (all: readonly string[]) => all.slice(0, Math.max(1, all.length - 2));
const failed = 'event: error\ndata: {"error":{"message":"The provider failed.","code":"upstream_error"}}';

/** Streams that are not whole and do not say so. */
export const streams: readonly Attack[] = family({ callKind: 'stream', pays: ['x402', 'bearer'], signs: 1 }, [
  events('stream-cut', 'breaks a stream off in the middle', ['core-469', 'core-408'], (all) => ({
    text: written(begun(all)),
    broken: true,
  })),
  events('stream-without-end', 'ends a stream before its answer ends', ['core-469', 'core-408'], (all) => begun(all)),
  events('stream-of-an-error', 'ends a stream with an error', ['core-469'], (all) => [...begun(all), failed]),
  events(
    'stream-that-goes-on-after-an-error',
    'tells an error and goes on as if nothing had happened',
    ['core-469'],
    (all) => [...all.slice(0, 1), failed, ...all.slice(1)],
  ),
  events('stream-out-of-order', 'sends the end of an answer before the rest of it', ['core-469'], (all) => [
    ...all.slice(0, 1),
    ...all.slice(-2, -1),
    ...all.slice(1, -2),
    ...all.slice(-1),
  ]),
  events('stream-of-two-answers', 'mixes the pieces of two answers', ['core-469'], (all) =>
    all.map((event, index) => (index % 2 === 1 ? event.replace(/"id":"[^"]*"/, '"id":"chatcmpl-another"') : event)),
  ),
  events('stream-without-any-end', 'repeats a piece of the answer for ever', ['core-469'], (all) => ({
    text: written(all.slice(0, 1)),
    endless: written(all.slice(1, 2)).repeat(100),
  })),
  events('stream-of-noise', 'sends pieces that are no JSON', ['core-469'], (all) => [
    ...all.slice(0, 1),
    'data: {"id":"chatcmpl',
    ...all.slice(2),
  ]),
  {
    name: 'stream-that-is-none',
    what: 'answers a call for a stream with one piece of JSON',
    against: ['core-095', 'core-293'],
    async play(call, send) {
      const answer = await send(call);
      if (!isStream(answer)) return answer;
      return { ...answer, headers: { 'content-type': 'application/json' }, text: '{"choices":[]}' };
    },
  },
]);
