import type { Call, Reply, StreamEvent } from '@tollwright/runtime/operation';
import { Problem } from '@tollwright/runtime/problem';
import type { Tools } from '../../tools.ts';
import { UpstreamFailure } from '../../upstream/failure.ts';
import type { ChatAsk, ChatPiece } from '../../upstream/port.ts';
import { asking, askingEach, occasionOf } from '../asking.ts';
import type { Format, WholeFormat } from './format.ts';

/** How an answer is asked for and told. */
export type Completing = { readonly ask: ChatAsk } & (
  | { readonly stream: boolean; readonly format: Format }
  | { readonly stream: false; readonly format: WholeFormat }
);

/** Has a model answer, whole or as a stream. */
export async function complete(tools: Tools, call: Call, { ask, format, stream }: Completing): Promise<Reply> {
  // Whatever goes wrong before the first piece is still an ordinary error answer, also on streams.
  const pieces = tools.upstream.chat(ask, occasionOf(call, tools))[Symbol.asyncIterator]();
  const first = await asking(() => start(pieces, ask));
  const all = askingEach(resume(first, pieces));
  if (stream) return { status: 200, stream: eventsOf(format, all), metered: () => format.metered() };

  const body = format.whole(await collect(all));
  return { status: 200, body, usage: format.metered().usage };
}

/** The events of an answer as its pieces come. */
export async function* eventsOf(
  format: Format,
  pieces: AsyncIterable<ChatPiece>,
): AsyncGenerator<StreamEvent, void, undefined> {
  yield* format.opening();
  for await (const piece of pieces) yield* format.piece(piece);
  yield* format.closing();
}

/** Waits for the first piece, and checks on it that a tier asked for is the one being served. */
async function start(pieces: AsyncIterator<ChatPiece>, ask: ChatAsk): Promise<ChatPiece> {
  try {
    const { value, done } = await pieces.next();
    if (done) throw cut();
    if (ask.tier !== undefined && value.tier === undefined) throw new Problem('flex-unconfirmed');
    return value;
  } catch (failure) {
    const noCapacity = failure instanceof UpstreamFailure && failure.kind === 'capacity';
    throw noCapacity && ask.tier !== undefined ? new Problem('flex-no-capacity') : failure;
  }
}

/** Goes on after the first piece; an answer that stops before its end was cut. */
async function* resume(first: ChatPiece, rest: AsyncIterator<ChatPiece>): AsyncGenerator<ChatPiece, void, undefined> {
  try {
    let piece = first;
    yield piece;
    while (piece.type !== 'end') {
      const { value, done } = await rest.next();
      if (done) throw cut();
      piece = value;
      yield piece;
    }
  } finally {
    await rest.return?.();
  }
}

async function collect(pieces: AsyncIterable<ChatPiece>): Promise<readonly ChatPiece[]> {
  const all: ChatPiece[] = [];
  for await (const piece of pieces) all.push(piece);
  return all;
}

function cut(): UpstreamFailure {
  return new UpstreamFailure('failed', 'The provider cut its answer.');
}
