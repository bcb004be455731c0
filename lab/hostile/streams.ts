import { eventBody, eventsOf, isEventStream } from '../toolkit/messages.ts';
import type { WireResponse } from '../toolkit/proxy.ts';
import { type Attack, type AttackDefinition, defineAttacks } from './attack.ts';

const isStream = (response: WireResponse) => response.status === 200 && isEventStream(response);

/** An attack that changes the events of a stream; each ends with an empty line. */
function events(
  name: string,
  what: string,
  against: readonly string[],
  change: (events: readonly string[]) => readonly string[] | Partial<WireResponse>,
): AttackDefinition {
  return {
    name,
    what,
    against,
    async play(request, forward) {
      const response = await forward(request);
      if (!isStream(response)) return response;
      const all = eventsOf(response).filter((event) => event.startsWith('data:'));
      const changed = change(all);
      return Array.isArray(changed) ? { ...response, body: eventBody(changed) } : { ...response, ...changed };
    },
  };
}

/** The events without the final ones. */
const begun = (all: readonly string[]) => all.slice(0, Math.max(1, all.length - 2));
const failed = 'event: error\ndata: {"error":{"message":"The provider failed.","code":"upstream_error"}}';

/** Streams that are incomplete without a sign of it. */
export const streams: readonly Attack[] = defineAttacks({ callKind: 'stream', pays: ['x402', 'bearer'], signs: 1 }, [
  events('stream-cut', 'closes the connection in the middle of a stream', ['core-469', 'core-408'], (all) => ({
    body: eventBody(begun(all)),
    truncated: true,
  })),
  events('stream-without-end', 'ends a stream before its last events', ['core-469', 'core-408'], (all) => begun(all)),
  events('stream-of-an-error', 'ends a stream with an error', ['core-469'], (all) => [...begun(all), failed]),
  events('stream-that-goes-on-after-an-error', 'continues a stream after an error event', ['core-469'], (all) => [
    ...all.slice(0, 1),
    failed,
    ...all.slice(1),
  ]),
  events('stream-out-of-order', 'sends the last events of a stream too early', ['core-469'], (all) => [
    ...all.slice(0, 1),
    ...all.slice(-2, -1),
    ...all.slice(1, -2),
    ...all.slice(-1),
  ]),
  events('stream-of-two-answers', 'mixes the chunks of two responses', ['core-469'], (all) =>
    all.map((event, index) => (index % 2 === 1 ? event.replace(/"id":"[^"]*"/, '"id":"chatcmpl-another"') : event)),
  ),
  events('stream-without-any-end', 'repeats a chunk without end', ['core-469'], (all) => ({
    body: eventBody(all.slice(0, 1)),
    repeated: eventBody(all.slice(1, 2)).repeat(100),
  })),
  events('stream-of-noise', 'sends chunks that are not JSON', ['core-469'], (all) => [
    ...all.slice(0, 1),
    'data: {"id":"chatcmpl',
    ...all.slice(2),
  ]),
  {
    name: 'stream-that-is-none',
    what: 'responds with one JSON object where a stream is requested',
    against: ['core-095', 'core-293'],
    async play(request, forward) {
      const response = await forward(request);
      if (!isStream(response)) return response;
      return { ...response, headers: { 'content-type': 'application/json' }, body: '{"choices":[]}' };
    },
  },
]);
