import type { ChatPiece } from '../../upstream/port.ts';
import { type Format, nativeName, textOfPieces, usageRow } from './format.ts';

type End = Extract<ChatPiece, { type: 'end' }>;

/** Stop reasons of the format. */
const stopReasons = { stop: 'end_turn', length: 'max_tokens' } as const;

/** One message in the Anthropic format, as its provider sends it. */
export class NativeMessage implements Format {
  readonly #id: string;
  readonly #model: string;
  #end: End | undefined;

  constructor(id: string, model: string) {
    this.#id = id;
    this.#model = model;
  }

  whole(pieces: readonly ChatPiece[]) {
    this.#end = pieces.find((piece) => piece.type === 'end');
    return this.#message([{ type: 'text', text: textOfPieces(pieces) }]);
  }

  opening() {
    return [
      event('message_start', { message: this.#message([]) }),
      event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
      event('ping', {}),
    ];
  }

  piece(piece: ChatPiece) {
    if (piece.type === 'text') {
      return [event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: piece.text } })];
    }
    this.#end = piece;
    const { stop_reason, stop_sequence, usage } = this.#message([]);
    return [
      event('content_block_stop', { index: 0 }),
      event('message_delta', { delta: { stop_reason, stop_sequence }, usage }),
    ];
  }

  closing() {
    return [event('message_stop', {})];
  }

  metered() {
    const { promptTokens = 0, completionTokens = 0 } = this.#end?.usage ?? {};
    return { response: this.#used(), usage: usageRow(this.#model, { promptTokens, completionTokens }) };
  }

  #message(content: readonly unknown[]) {
    return {
      id: this.#id,
      type: 'message',
      role: 'assistant',
      model: nativeName(this.#model),
      content,
      stop_reason: this.#end ? stopReasons[this.#end.finishReason] : null,
      stop_sequence: null,
      ...this.#used(),
    };
  }

  #used() {
    const { promptTokens = 0, completionTokens = 0 } = this.#end?.usage ?? {};
    return { usage: { input_tokens: promptTokens, output_tokens: completionTokens } };
  }
}

/** Official clients skip frames whose event has no name. */
function event(type: string, fields: object) {
  return { event: type, data: { type, ...fields } };
}
