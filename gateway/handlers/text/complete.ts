import type { Call, Reply, StreamEvent } from '#runtime/operation.ts';
import { Problem } from '#runtime/problem.ts';
import { createId } from '#runtime/random.ts';
import type { Tools } from '../../tools.ts';
import { UpstreamFailure } from '../../upstream/failure.ts';
import type { ChatAsk, ChatPiece } from '../../upstream/port.ts';
import { asking, askingEach, occasionOf } from '../asking.ts';
import { Completion } from './completion.ts';

/** The fields of a chat request that an answer depends on; `model` may stand in the path. */
export interface ChatRequest {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly max_tokens: number;
  readonly stream: boolean;
  readonly service_tier?: string;
}

/** Completes a chat, whole or as a stream. */
export async function complete(tools: Tools, call: Call, model: string, request: ChatRequest): Promise<Reply> {
  const ask: ChatAsk = {
    model,
    messages: request.messages,
    maxTokens: request.max_tokens,
    ...(request.service_tier !== undefined && { tier: request.service_tier }),
  };
  const { clock, random } = tools.services;
  const completion = new Completion(createId(random, 'chatcmpl'), Math.floor(clock.now() / 1000), model);

  // Whatever goes wrong before the first piece is still an ordinary error answer, also on streams.
  const pieces = tools.upstream.chat(ask, occasionOf(call, tools))[Symbol.asyncIterator]();
  const first = await asking(() => start(pieces, ask));
  const all = askingEach(resume(first, pieces));
  if (request.stream) {
    return { status: 200, stream: events(completion, all), metered: () => completion.metered() };
  }

  const body = completion.whole(await collect(all));
  return { status: 200, body, usage: completion.record() };
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

async function* events(
  completion: Completion,
  pieces: AsyncIterable<ChatPiece>,
): AsyncGenerator<StreamEvent, void, undefined> {
  yield { data: completion.opening() };
  for await (const piece of pieces) yield { data: completion.chunk(piece) };
  yield { data: '[DONE]' };
}

function cut(): UpstreamFailure {
  return new UpstreamFailure('failed', 'The provider cut its answer.');
}
