import { characters, jsonBytes } from '@tollwright/runtime/values/json';
import type { ChatRequest } from './port.ts';

const charactersPerToken = 4;
const bytesPerToken = 4;

/** Estimates the tokens that a model reads: a quarter of the bytes of all that it is sent, rounded up. */
export function countPrompt({ messages, tools, schema }: Pick<ChatRequest, 'messages' | 'tools' | 'schema'>): number {
  const texts = messages.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);
  return Math.ceil((texts + jsonBytes(tools) + jsonBytes(schema)) / bytesPerToken);
}

/** Estimates the tokens of some texts: a quarter of their code points, rounded up. */
export function countTokens(...texts: readonly string[]): number {
  const length = texts.reduce((sum, text) => sum + characters(text), 0);
  return Math.ceil(length / charactersPerToken);
}

/** Cuts a text after as many tokens as `countTokens` would count. */
export function takeTokens(text: string, tokens: number): string {
  const length = tokens * charactersPerToken;
  // No code point takes more than two code units.
  return [...text.slice(0, 2 * length)].slice(0, length).join('');
}
