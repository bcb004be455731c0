import type { ChatPiece, ChatProgress, ChatRequest } from '../port.ts';
import { countTokens, takeTokens } from '../tokens.ts';
import { openTicket, readTicket, writeTicket } from './job.ts';
import { paragraph } from './prose.ts';
import { randomFrom } from './random.ts';

/** Seconds that an answer takes in the background. */
const backgroundSeconds = 1;

/** Answers a chat with a few sentences, in pieces of some words each, within the token bound. */
export async function* chat(request: ChatRequest, seed: number): AsyncIterable<ChatPiece> {
  yield* answer(request, seed);
}

/** Takes a chat to be answered in the background. */
export function startChat(request: ChatRequest, now: number): string {
  return writeTicket(openTicket(request, now, backgroundSeconds));
}

/** Tells how far a chat in the background is. */
export function checkChat(text: string, now: number, seed: number): ChatProgress {
  const { work, startsAt, endsAt, failure } = readTicket<ChatRequest>(text);
  if (now < endsAt) return { state: now < startsAt ? 'queued' : 'in_progress' };
  return failure === undefined
    ? { state: 'finished', pieces: answer(work, seed) }
    : { state: 'failed', reason: failure };
}

function answer(request: ChatRequest, seed: number): readonly ChatPiece[] {
  const random = randomFrom([seed, 'chat', request.model, request.messages]);
  const whole = paragraph(random, random.integer(1, 4));
  const text = takeTokens(whole, request.maxTokens);
  const tier = request.tier === undefined ? {} : { tier: request.tier };
  return [
    ...pieces(text).map((piece): ChatPiece => ({ type: 'text', text: piece, ...tier })),
    {
      type: 'end',
      finishReason: text === whole ? 'stop' : 'length',
      usage: {
        promptTokens: countTokens(...request.messages.map((message) => message.content)),
        completionTokens: countTokens(text),
      },
      ...tier,
    },
  ];
}

/** Splits a text into runs of up to three words; joined they are the text again. */
function pieces(text: string): readonly string[] {
  return text.match(/(?:\S+\s*){1,3}/g) ?? [text];
}
