import { hash } from 'node:crypto';
import type { StreamEvent } from '@tollwright/runtime/operation/handler';
import type { ChatCall, ChatPiece } from '../../../upstream/port.ts';
import { callsOf, type Format, nativeName, textOfPieces, usageRow } from './format.ts';

/** The fields of a request that its response repeats or depends on. */
export interface ResponseTerms {
  readonly model: string;
  readonly max_output_tokens: number;
  readonly instructions?: string;
  readonly temperature?: number;
  readonly top_p?: number;
  readonly tools?: readonly unknown[];
  readonly tool_choice?: unknown;
  readonly reasoning?: unknown;
  readonly text?: unknown;
  readonly include?: readonly string[];
  readonly previous_response_id?: string;
  readonly store: boolean;
  readonly background: boolean;
}

/** The status of a response. */
type ResponseStatus = 'queued' | 'in_progress' | 'completed' | 'incomplete' | 'failed' | 'cancelled';

/** The `include` value that requests encrypted reasoning, which continues a chain without stored state. */
const replay = 'reasoning.encrypted_content';

/** One response in the OpenAI Responses format, as its provider sends it. */
export class NativeResponse implements Format<object> {
  readonly #id: string;
  readonly #created: number;
  readonly #terms: ResponseTerms;
  #end: Extract<ChatPiece, { type: 'end' }> | undefined;
  #text = '';
  #calls: readonly ChatCall[] = [];
  #sequence = 0;
  #isOpen = false;

  /** `created` is in unix seconds. */
  constructor(id: string, created: number, terms: ResponseTerms) {
    this.#id = id;
    this.#created = created;
    this.#terms = terms;
  }

  whole(pieces: readonly ChatPiece[]) {
    this.#end = pieces.find((piece) => piece.type === 'end');
    this.#text = textOfPieces(pieces);
    this.#calls = callsOf(pieces);
    return this.#finished();
  }

  /** The response before it has output, or after it ended without any. */
  bare(status: ResponseStatus, error?: string) {
    return this.#object(status, [], error);
  }

  opening() {
    return [
      this.#event('response.created', { response: this.bare('in_progress') }),
      this.#event('response.in_progress', { response: this.bare('in_progress') }),
    ];
  }

  piece(piece: ChatPiece): StreamEvent[] {
    if (piece.type === 'call') return this.#call(piece);
    if (piece.type === 'text') {
      const begun = this.#isOpen ? [] : this.#begin();
      this.#text += piece.text;
      return [...begun, this.#event('response.output_text.delta', { ...this.#part(), delta: piece.text })];
    }
    this.#end = piece;
    // A response without any content has an empty text.
    const begun = this.#isOpen || this.#calls.length > 0 ? [] : this.#begin();
    return this.#isOpen ? [...begun, ...this.#finish()] : begun;
  }

  /** The events before the first text. */
  #begin() {
    this.#isOpen = true;
    return [
      this.#event('response.output_item.added', { output_index: 0, item: this.#message('in_progress', []) }),
      this.#event('response.content_part.added', { ...this.#part(), part: outputText('') }),
    ];
  }

  /** The events after the last text. */
  #finish() {
    const part = outputText(this.#text);
    return [
      this.#event('response.output_text.done', { ...this.#part(), text: this.#text }),
      this.#event('response.content_part.done', { ...this.#part(), part }),
      this.#event('response.output_item.done', { output_index: 0, item: this.#message('completed', [part]) }),
    ];
  }

  /** The events of a call of a tool. */
  #call(call: ChatCall) {
    const output_index = this.#calls.length + (this.#isOpen ? 1 : 0);
    this.#calls = [...this.#calls, call];
    const item = functionCall(call);
    const part = { item_id: item.id, output_index };
    const added = { ...item, arguments: '', status: 'in_progress' };
    return [
      this.#event('response.output_item.added', { output_index, item: added }),
      this.#event('response.function_call_arguments.delta', { ...part, delta: call.arguments }),
      this.#event('response.function_call_arguments.done', { ...part, name: call.name, arguments: call.arguments }),
      this.#event('response.output_item.done', { output_index, item }),
    ];
  }

  closing() {
    const response = this.#finished();
    return [this.#event(`response.${response.status}`, { response })];
  }

  /** The last event of a response without output. */
  ending(status: 'failed' | 'cancelled', error?: string): StreamEvent {
    const name = status === 'failed' ? 'response.failed' : 'response.incomplete';
    return this.#event(name, { response: this.bare(status, error) });
  }

  metered() {
    const { promptTokens = 0, completionTokens = 0 } = this.#end?.usage ?? {};
    return { response: this.#used(), usage: usageRow(this.#terms.model, { promptTokens, completionTokens }) };
  }

  #finished() {
    const status = this.#end?.finishReason === 'length' ? 'incomplete' : 'completed';
    const message = this.#message(status, [outputText(this.#text)]);
    const said = this.#text === '' && this.#calls.length > 0 ? [] : [message];
    const output = [...said, ...this.#calls.map(functionCall)];
    return this.#object(status, this.#terms.include?.includes(replay) ? [...output, this.#reasoning()] : output);
  }

  #object(status: ResponseStatus, output: readonly unknown[], error?: string) {
    const { model, include: _, instructions = null, previous_response_id = null, ...terms } = this.#terms;
    return {
      id: this.#id,
      object: 'response',
      created_at: this.#created,
      status,
      error: error === undefined ? null : { code: 'server_error', message: error },
      incomplete_details: status === 'incomplete' ? { reason: 'max_output_tokens' } : null,
      instructions,
      model: nativeName(model),
      output,
      parallel_tool_calls: true,
      previous_response_id,
      temperature: 1,
      top_p: 1,
      tools: [],
      tool_choice: 'auto',
      reasoning: { effort: null, summary: null },
      text: { format: { type: 'text' } },
      truncation: 'disabled',
      metadata: {},
      ...terms,
      ...(this.#end ? this.#used() : { usage: null }),
    };
  }

  #message(status: string, content: readonly unknown[]) {
    return { type: 'message', id: `msg_${this.#suffix()}`, status, role: 'assistant', content };
  }

  /** Simulated encrypted reasoning: opaque, and the same for the same response. */
  #reasoning() {
    const encrypted_content = Buffer.from(hash('sha256', `${this.#id}\n${this.#text}`, 'buffer')).toString('base64');
    return { type: 'reasoning', id: `rs_${this.#suffix()}`, summary: [], encrypted_content };
  }

  #part() {
    return { item_id: `msg_${this.#suffix()}`, output_index: 0, content_index: 0 };
  }

  #suffix(): string {
    return this.#id.slice(this.#id.indexOf('_') + 1);
  }

  #used() {
    const { promptTokens = 0, completionTokens = 0 } = this.#end?.usage ?? {};
    return {
      usage: {
        input_tokens: promptTokens,
        input_tokens_details: { cached_tokens: 0 },
        output_tokens: completionTokens,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: promptTokens + completionTokens,
      },
    };
  }

  #event(type: string, fields: object): StreamEvent {
    const sequence_number = this.#sequence;
    this.#sequence += 1;
    return { event: type, data: { type, sequence_number, ...fields } };
  }
}

function functionCall({ id, name, arguments: text }: ChatCall) {
  return { type: 'function_call', id: `fc_${id}`, call_id: id, name, arguments: text, status: 'completed' };
}

function outputText(text: string) {
  return { type: 'output_text', text, annotations: [] };
}
