import type { Call, Reply, StreamEvent } from '@tollwright/runtime/operation/handler';
import { Problem } from '@tollwright/runtime/operation/problem';
import { UpstreamFailure } from '@tollwright/runtime/upstream/failure';
import type { ChatPiece, ChatRequest } from '../../../upstream/port.ts';
import { countPrompt, countTokens } from '../../../upstream/tokens.ts';
import { upstreamContextOf } from '../../shared/call-upstream.ts';
import type { HandlerContext } from '../../shared/context.ts';
import type { Format, WholeFormat } from './format.ts';

/** The request to the upstream, and the format of the response. */
type CompletionOptions<Body> = { readonly request: ChatRequest } & (
  | { readonly stream: boolean; readonly format: Format<Body> }
  | { readonly stream: false; readonly format: WholeFormat<Body> }
);

/** Completes a request with a model, as one body or as a stream. */
export async function complete<Body>(
  context: HandlerContext,
  call: Call,
  { request, format, stream }: CompletionOptions<Body>,
): Promise<Reply<Body>> {
  // A failure before the first piece is an ordinary error response, on streams as well.
  const pieces = context.upstream.chat(request, upstreamContextOf(call, context))[Symbol.asyncIterator]();
  const first = await start(pieces, request);
  if (stream) {
    const all = untilLeft(resume(first, pieces), request, call.signal);
    return { status: 200, stream: eventsOf(format, all), metered: () => format.metered() };
  }

  const body = format.whole(await collect(resume(first, pieces)));
  return { status: 200, body, usage: format.metered().usage };
}

/** The events of a response as its pieces come. */
export async function* eventsOf(
  format: Pick<Format<unknown>, 'opening' | 'piece' | 'closing'>,
  pieces: AsyncIterable<ChatPiece>,
): AsyncGenerator<StreamEvent, void, undefined> {
  yield* format.opening();
  for await (const piece of pieces) yield* format.piece(piece);
  yield* format.closing();
}

/** Waits for the first piece, and checks that the requested tier is the one that serves. */
async function start(pieces: AsyncIterator<ChatPiece>, request: ChatRequest): Promise<ChatPiece> {
  try {
    const { value, done } = await pieces.next();
    if (done) throw cut();
    if (request.tier !== undefined && value.tier === undefined) throw new Problem('flex-unconfirmed');
    return value;
  } catch (failure) {
    const noCapacity = failure instanceof UpstreamFailure && failure.kind === 'capacity';
    throw noCapacity && request.tier !== undefined ? new Problem('flex-no-capacity') : failure;
  }
}

/** Continues after the first piece; a response that stops before its `end` is incomplete. */
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

/**
 * Passes pieces on until the caller leaves. Then the response ends, and its usage is what was passed on: the provider, which
 * counts at its end, is stopped.
 */
async function* untilLeft(
  pieces: AsyncIterable<ChatPiece>,
  request: ChatRequest,
  signal: AbortSignal,
): AsyncGenerator<ChatPiece, void, undefined> {
  const passed: string[] = [];
  let tier: { readonly tier?: string } = {};
  try {
    for await (const piece of pieces) {
      yield piece;
      if (piece.type === 'end') return;
      passed.push(piece.type === 'text' ? piece.text : piece.arguments);
      tier = piece.tier === undefined ? {} : { tier: piece.tier };
      if (signal.aborted) break;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  if (!signal.aborted) return;
  const promptTokens = countPrompt(request);
  const usage = { promptTokens, completionTokens: countTokens(passed.join('')) };
  yield { type: 'end', finishReason: 'length', usage, ...tier };
}

async function collect(pieces: AsyncIterable<ChatPiece>): Promise<readonly ChatPiece[]> {
  const all: ChatPiece[] = [];
  for await (const piece of pieces) all.push(piece);
  return all;
}

function cut(): UpstreamFailure {
  return new UpstreamFailure('failed', 'The response of the provider is incomplete.');
}
