import type { StreamEvent } from '@tollwright/runtime/operation';
import type { ChatPiece, ChatUsage } from '../../upstream/port.ts';

/** What an answer used, as the price of a metered call reads it and as its usage row records it. */
export interface Metered {
  readonly response: unknown;
  readonly usage: Readonly<Record<string, unknown>>;
}

/** One answer of a text model in the words of one API. */
export interface WholeFormat {
  /** The answer to a request that did not ask for a stream. */
  whole(pieces: readonly ChatPiece[]): unknown;
  /** What it used, once it has ended. */
  metered(): Metered;
}

/** One answer in the words of an API that has streams too. */
export interface Format extends WholeFormat {
  /** Events before the first piece. */
  opening(): readonly StreamEvent[];
  piece(piece: ChatPiece): readonly StreamEvent[];
  /** Events after the last piece. */
  closing(): readonly StreamEvent[];
}

/** The text of all pieces. */
export function textOfPieces(pieces: readonly ChatPiece[]): string {
  return pieces.map((piece) => (piece.type === 'text' ? piece.text : '')).join('');
}

/** What a usage row records of an answer. */
export function usageRow(model: string, { promptTokens, completionTokens }: ChatUsage) {
  return { model, prompt_tokens: promptTokens, completion_tokens: completionTokens };
}

/** The name of a model without its provider, as the provider itself calls it. */
export function nativeName(model: string): string {
  return model.slice(model.indexOf('/') + 1);
}

/** Every text inside a JSON value, put together: what a model is given to read. */
export function textsIn(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  return Object.values(value).map(textsIn).join(' ');
}
