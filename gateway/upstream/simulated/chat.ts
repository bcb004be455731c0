import type { ChatAsk, ChatPiece } from '../port.ts';
import { countTokens, takeTokens } from '../tokens.ts';
import { paragraph } from './prose.ts';
import { randomFrom } from './random.ts';

/** Answers a chat with a few sentences, in pieces of some words each, within the token bound. */
export async function* chat(ask: ChatAsk, seed: number): AsyncIterable<ChatPiece> {
  const random = randomFrom([seed, 'chat', ask.model, ask.messages]);
  const whole = paragraph(random, random.integer(1, 4));
  const text = takeTokens(whole, ask.maxTokens);
  const tier = ask.tier === undefined ? {} : { tier: ask.tier };

  for (const piece of pieces(text)) yield { type: 'text', text: piece, ...tier };
  yield {
    type: 'end',
    finishReason: text === whole ? 'stop' : 'length',
    usage: {
      promptTokens: countTokens(...ask.messages.map((message) => message.content)),
      completionTokens: countTokens(text),
    },
    ...tier,
  };
}

/** Splits a text into runs of up to three words; joined they are the text again. */
function pieces(text: string): readonly string[] {
  return text.match(/(?:\S+\s*){1,3}/g) ?? [text];
}
