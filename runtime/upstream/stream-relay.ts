/** Relays the stream of a model. */

import type { EventSourceMessage } from 'eventsource-parser';
import type { Reply, StreamEvent } from '../operation/handler.ts';
import { isObject } from '../values/json.ts';
import { reportedTier } from './direct.ts';
import { withPlainNumbers } from './exact-json.ts';
import { UpstreamFailure } from './failure.ts';
import type { Fields, Piece, StreamReader } from './format.ts';
import type { RelayedAnswer } from './model-call.ts';
import { parseJson, readEvents } from './read.ts';
import { incomplete, lacking } from './reported-error.ts';
import { countsIn, estimatedCounts, laterCounts, noteCost, reportUsage } from './usage.ts';

/** Events that wait for the first one of the answer. If a provider sends more of them, they are sent on at once. */
const maxOpenings = 8;

/** Relays a stream. If a provider fails before its answer begins, the next one is tried. */
export async function relayStream({ call, format, asked, answer, direction }: RelayedAnswer): Promise<Reply<never>> {
  if (!format.stream) throw new TypeError(`${format.path} has no streams.`);
  const reader = format.stream({ ...asked }, asked.model);
  const { model } = asked;
  let usage: Fields | undefined;
  let tier: unknown;
  let bytes = 0;
  let isLeft = false;
  const report = () =>
    reportUsage(call, model, format.counts, {
      usage: isLeft ? estimatedCounts(format.counts, usage, { asked, bytes }) : usage,
      ...(tier !== undefined && { service_tier: tier }),
    });

  async function* pieces(): AsyncGenerator<Piece, void> {
    try {
      yield* readPieces();
      answer.judged?.();
    } catch (error) {
      // When the caller disconnects, the provider has no time to report its usage.
      isLeft = call.signal.aborted;
      if (!isLeft) answer.judged?.(error);
      throw error;
    }
  }

  async function* readPieces(): AsyncGenerator<Piece, void> {
    for await (const piece of read(reader, readEvents(answer.body))) {
      if (isObject(piece.usage)) {
        const counted = withPlainNumbers(piece.usage);
        noteCost(call, counted);
        usage = laterCounts(usage, countsIn(counted));
      }
      tier = reportedTier(piece.tier, direction) ?? tier;
      bytes += piece.bytes ?? 0;
      // The last event is not delivered where the cost of the stream is not known.
      if (piece.isLast) report();
      yield piece;
      if (piece.event && !piece.isOpening && direction?.outcome === 'cut') throw incomplete();
    }
  }

  const all = pieces();
  const openings: Piece[] = [];
  for (let isOpening = true; isOpening && openings.length < maxOpenings;) {
    const { value } = await all.next();
    if (!value) break;
    openings.push(value);
    isOpening = value.event === undefined || value.isOpening === true;
  }
  return { status: 200, stream: eventsOf(openings, all), metered: report };
}

/** Reads the events of a stream up to its last one. Throws an `UpstreamFailure` where it fails or has no last event. */
async function* read(reader: StreamReader, messages: AsyncIterable<EventSourceMessage>): AsyncGenerator<Piece, void> {
  for await (const { event, data } of messages) {
    if (data.startsWith('[DONE]')) {
      yield { event: reader.end(true), isLast: true };
      return;
    }
    if (event === 'error')
      throw new UpstreamFailure('failed', 'The provider reported an error in its stream.', {
        reason: data.slice(0, 500),
      });
    const parsed = parseJson(data);
    if (!isObject(parsed)) throw lacking('data');
    const piece = reader.read(parsed);
    yield piece.event && event !== undefined ? { ...piece, event: { event, ...piece.event } } : piece;
    if (piece.isLast) return;
  }
  yield { event: reader.end(false), isLast: true };
}

async function* eventsOf(
  openings: readonly Piece[],
  rest: AsyncGenerator<Piece, void>,
): AsyncGenerator<StreamEvent, void> {
  try {
    for (const { event } of openings) if (event) yield event;
    for await (const { event } of rest) if (event) yield event;
  } finally {
    await rest.return();
  }
}
