import type { ChatPiece, ChatUsage } from '../../upstream/port.ts';

/** The tier that providers report when they served the standard one. */
const standardTier = 'default';

/** One chat completion in the OpenAI format: its head, its parts as they come, and what it used once it has ended. */
export class Completion {
  readonly #head: { readonly id: string; readonly created: number; readonly model: string };
  #end: Extract<ChatPiece, { type: 'end' }> | undefined;

  /** `created` is in unix seconds. */
  constructor(id: string, created: number, model: string) {
    this.#head = { id, created, model };
  }

  /** The answer to a request that did not ask for a stream. */
  whole(pieces: readonly ChatPiece[]) {
    const content = pieces.map((piece) => (piece.type === 'text' ? piece.text : '')).join('');
    this.#end = pieces.find((piece) => piece.type === 'end');
    const finish_reason = this.#end?.finishReason ?? null;
    return {
      ...this.#named('chat.completion'),
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason }],
      ...this.#used(),
    };
  }

  /** The chunk that says who speaks. */
  opening() {
    return this.#chunk({ role: 'assistant', content: '' }, null);
  }

  /** The chunk of one piece; the last one carries the usage. */
  chunk(piece: ChatPiece) {
    if (piece.type === 'text') return { ...this.#chunk({ content: piece.text }, null), ...tierOf(piece) };
    this.#end = piece;
    return { ...this.#chunk({}, piece.finishReason), ...this.#used() };
  }

  /** What a usage row records; the standard tier goes without saying. */
  record() {
    const { total_tokens: _, ...tokens } = usageOf(this.#end?.usage);
    const tier = this.#end?.tier === standardTier ? undefined : this.#end;
    return { model: this.#head.model, ...tokens, ...tierOf(tier) };
  }

  /** What the price of a stream is worked out from once it has ended. */
  metered() {
    return { response: this.#used(), usage: this.record() };
  }

  #used() {
    return { usage: usageOf(this.#end?.usage), ...tierOf(this.#end) };
  }

  #chunk(delta: object, finishReason: string | null) {
    return { ...this.#named('chat.completion.chunk'), choices: [{ index: 0, delta, finish_reason: finishReason }] };
  }

  #named(object: string) {
    const { id, created, model } = this.#head;
    return { id, object, created, model };
  }
}

function usageOf({ promptTokens, completionTokens }: ChatUsage = { promptTokens: 0, completionTokens: 0 }) {
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
  };
}

/** Tells the tier that served, where the provider reports one. */
function tierOf(piece: ChatPiece | undefined) {
  return piece?.tier === undefined ? {} : { service_tier: piece.tier };
}
