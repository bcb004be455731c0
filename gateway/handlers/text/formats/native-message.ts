import type { StreamEvent } from '@tollwright/runtime/operation/handler';
import { parseJson } from '@tollwright/runtime/values/encoding';
import type { ChatCall, ChatPiece } from '../../../upstream/port.ts';
import { callsOf, type Format, nativeName, textOfPieces, usageRow } from './format.ts';

type End = Extract<ChatPiece, { type: 'end' }>;

/** Stop reasons of the format. */
const stopReasons = { stop: 'end_turn', length: 'max_tokens', tools: 'tool_use' } as const;

/** One message in the Anthropic format, as its provider sends it. */
export class NativeMessage implements Format<object> {
  readonly #id: string;
  readonly #model: string;
  #end: End | undefined;
  /** Index of the block that streams, or of the next one. */
  #index = 0;
  #isOpen = false;

  constructor(id: string, model: string) {
    this.#id = id;
    this.#model = model;
  }

  whole(pieces: readonly ChatPiece[]) {
    this.#end = pieces.find((piece) => piece.type === 'end');
    const calls = callsOf(pieces);
    const text = textOfPieces(pieces);
    const said = text === '' && calls.length > 0 ? [] : [{ type: 'text', text }];
    return this.#message([...said, ...calls.map((call) => toolUse(call, parseJson(call.arguments)))]);
  }

  opening() {
    return [event('message_start', { message: this.#message([]) }), event('ping', {})];
  }

  piece(piece: ChatPiece): StreamEvent[] {
    if (piece.type === 'text') {
      return [...this.#text(), this.#delta({ type: 'text_delta', text: piece.text })];
    }
    if (piece.type === 'call') {
      const ended = this.#isOpen ? this.#stop() : [];
      const begun = this.#start(toolUse(piece, {}));
      return [
        ...ended,
        begun,
        this.#delta({ type: 'input_json_delta', partial_json: piece.arguments }),
        ...this.#stop(),
      ];
    }
    this.#end = piece;
    const { stop_reason, stop_sequence, usage } = this.#message([]);
    // A message without any content has an empty text.
    const last = this.#index === 0 ? this.#text() : [];
    return [
      ...last,
      ...(this.#isOpen ? this.#stop() : []),
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

  /** Opens a block of text unless one is open. */
  #text() {
    return this.#isOpen ? [] : [this.#start({ type: 'text', text: '' })];
  }

  #start(content_block: object) {
    this.#isOpen = true;
    return event('content_block_start', { index: this.#index, content_block });
  }

  #delta(delta: object) {
    return event('content_block_delta', { index: this.#index, delta });
  }

  #stop() {
    const index = this.#index;
    this.#index += 1;
    this.#isOpen = false;
    return [event('content_block_stop', { index })];
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

function toolUse({ id, name }: ChatCall, input: unknown) {
  return { type: 'tool_use', id, name, input };
}

/** Official clients skip frames whose event has no name. */
function event(type: string, fields: object) {
  return { event: type, data: { type, ...fields } };
}
