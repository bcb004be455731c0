import type { ResponseBody } from '@tollwright/runtime/operation/define';
import type { ChatCompletion } from '#generated/types/responses.ts';
import type { ChatCall, ChatPiece, ChatUsage } from '../../../upstream/port.ts';
import { callsOf, type Format, textOfPieces, usageRow } from './format.ts';

/** Finish reasons of the format. */
const finishReasons = { stop: 'stop', length: 'length', tools: 'tool_calls' } as const;

/** The tier that providers report when they served the standard one. */
const standardTier = 'default';

/** One chat completion in the OpenAI format: its head, its chunks, and its usage once it has ended. */
export class Completion implements Format<ResponseBody<ChatCompletion>> {
  readonly #head: { readonly id: string; readonly created: number; readonly model: string };
  #end: Extract<ChatPiece, { type: 'end' }> | undefined;
  #calls = 0;

  /** `created` is in unix seconds. */
  constructor(id: string, created: number, model: string) {
    this.#head = { id, created, model };
  }

  whole(pieces: readonly ChatPiece[]) {
    const calls = callsOf(pieces);
    const content = calls.length > 0 ? null : textOfPieces(pieces);
    this.#end = pieces.find((piece) => piece.type === 'end');
    const finish_reason = finishReasons[this.#end?.finishReason ?? 'stop'];
    const message = {
      role: 'assistant' as const,
      content,
      ...(calls.length > 0 && { tool_calls: calls.map(toolCall) }),
    };
    return {
      ...this.#named('chat.completion'),
      choices: [{ index: 0, message, finish_reason }],
      ...this.#used(),
    };
  }

  /** The first chunk, which has the role. */
  opening() {
    return [{ data: this.#chunk({ role: 'assistant', content: '' }, null) }];
  }

  /** The chunk of one piece; the last one carries the usage. */
  piece(piece: ChatPiece) {
    if (piece.type === 'text') return [{ data: { ...this.#chunk({ content: piece.text }, null), ...tierOf(piece) } }];
    if (piece.type === 'call') {
      const call = { index: this.#calls, ...toolCall(piece) };
      this.#calls += 1;
      return [{ data: { ...this.#chunk({ tool_calls: [call] }, null), ...tierOf(piece) } }];
    }
    this.#end = piece;
    return [{ data: { ...this.#chunk({}, finishReasons[piece.finishReason]), ...this.#used() } }];
  }

  closing() {
    return [{ data: '[DONE]' }];
  }

  /** The fields of the usage row; the standard tier is left out. */
  metered() {
    const tier = this.#end?.tier === standardTier ? undefined : this.#end;
    const usage = { ...usageRow(this.#head.model, this.#end?.usage ?? nothing), ...tierOf(tier) };
    return { response: this.#used(), usage };
  }

  #used() {
    return { usage: usageOf(this.#end?.usage ?? nothing), ...tierOf(this.#end) };
  }

  #chunk(delta: object, finishReason: string | null) {
    return { ...this.#named('chat.completion.chunk'), choices: [{ index: 0, delta, finish_reason: finishReason }] };
  }

  #named<Name extends string>(object: Name) {
    const { id, created, model } = this.#head;
    return { id, object, created, model };
  }
}

const nothing: ChatUsage = { promptTokens: 0, completionTokens: 0 };

function usageOf({ promptTokens, completionTokens }: ChatUsage) {
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
  };
}

/** The tier that served, where the provider reports one. */
function tierOf(piece: ChatPiece | undefined) {
  return piece?.tier === undefined ? {} : { service_tier: piece.tier };
}

function toolCall({ id, name, arguments: text }: ChatCall) {
  return { id, type: 'function', function: { name, arguments: text } };
}
