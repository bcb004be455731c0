import type { StreamEvent } from '@tollwright/runtime/operation/handler';
import type { ChatCall, ChatPiece, ChatUsage } from '../../../upstream/port.ts';

/** The usage of a response, as metered prices read it and as the usage row records it. */
interface Metered {
  readonly response: unknown;
  readonly usage: Readonly<Record<string, unknown>>;
}

/** One response of a text model in the format of one API. */
export interface WholeFormat<Body> {
  /** The body of a response that is not a stream. */
  whole(pieces: readonly ChatPiece[]): Body;
  /** Its usage, once it has ended. */
  metered(): Metered;
}

/** One response in the format of an API that has streams. */
export interface Format<Body> extends WholeFormat<Body> {
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

/** The calls of tools among the pieces. */
export function callsOf(pieces: readonly ChatPiece[]): readonly ChatCall[] {
  return pieces.filter((piece) => piece.type === 'call');
}

/** The fields of a usage row of a response. */
export function usageRow(model: string, { promptTokens, completionTokens }: ChatUsage) {
  return { model, prompt_tokens: promptTokens, completion_tokens: completionTokens };
}

/** The name of a model without its provider, as the provider itself calls it. */
export function nativeName(model: string): string {
  return model.slice(model.indexOf('/') + 1);
}

/** Every text inside a JSON value, joined: the input of a model. */
export function textsIn(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  return Object.values(value).map(textsIn).join(' ');
}
