import { Hold } from './accounts.ts';
import { on } from './faults.ts';
import { HttpError, type Reply } from './http.ts';
import { type Usd, usd } from './money.ts';
import type { Call } from './operation.ts';
import { onReset } from './state.ts';
import { servedTier, textFailure, tokenCharge } from './text-billing.ts';
import type { TextModel } from './text-catalog.ts';
import { nextTurn, pause, type Turn } from './upstream.ts';

/** A finished generation of a text model. */
export interface Generation {
  words: string[];
  inputTokens: number;
  /** True when the token limit ended it. */
  cut: boolean;
  tier: string | undefined;
}

/** A validated request to a text model, in terms that its three formats share. */
export interface TextRequest {
  model: TextModel;
  upstream: string;
  prompt: string;
  inputTokens: number;
  maxTokens: number;
  stream: boolean;
  tier?: string;
  /** Input tokens that a fault leaves out of the charge. */
  unbilled?: number;
}

/** How one format writes its answers. */
export interface Format {
  whole(generation: Generation): unknown;
  /** Everything before the last frame. */
  frames(generation: Generation): string[];
  /** The frames that end a good stream. */
  last(generation: Generation): string[];
  /** The frame that ends a broken stream. */
  broken(): string;
}

/** Runs a request: reserve the most it can cost, generate, charge the tokens that were used. */
export async function runText(call: Call, request: TextRequest, format: Format): Promise<Reply> {
  const { model, inputTokens, maxTokens, tier } = request;
  const most = tokenCharge(model, inputTokens, maxTokens, undefined) + feeOf(request);
  const hold = new Hold(call.account, call.endpoint, model.id, most);
  try {
    const turn = nextTurn(request.upstream);
    await pause(turn);
    const failure = textFailure(model, turn, tier, request.stream);
    if (failure !== undefined) throw request.upstream === 'messages' ? nativeLimit(failure) : failure;
    const generation = generate(request, turn);
    if (request.stream)
      return { status: 200, stream: streamOf(hold, request, format, generation, turn.outcome === 'cut') };
    charge(hold, request, generation);
    return { status: 200, body: format.whole(generation) };
  } catch (error) {
    const unused = error instanceof HttpError && error.body.code === 'resource_unavailable';
    hold.release(unused ? undefined : error instanceof HttpError ? error.status : 500);
    throw error;
  }
}

// The per-call fee, which exists only in the fault `messages-fee`.
function feeOf({ upstream }: TextRequest): Usd {
  return upstream === 'messages' && on('messages-fee') ? usd('0.001') : 0n;
}

// The fault `messages-native-429` answers the limit of a pool in the shape of the format.
function nativeLimit(failure: HttpError): HttpError {
  if (failure.status === 429 && on('messages-native-429')) {
    failure.body = { type: 'error', error: { type: 'rate_limit_error', message: failure.body.details } };
  }
  return failure;
}

// The models whose rows the fault `tier-row-sticky` marks.
const flexed = new Set<string>();
onReset(() => flexed.clear());

function stickyTier(model: TextModel, tier: string | undefined): string | undefined {
  if (tier === 'flex') flexed.add(model.id);
  return on('tier-row-sticky') && flexed.has(model.id) ? 'flex' : tier;
}

function charge(hold: Hold, request: TextRequest, { words, inputTokens, tier: served }: Generation): void {
  const short = request.upstream === 'responses' && on('long-context-responses');
  const model = short ? { ...request.model, longContext: Infinity } : request.model;
  const extra = request.stream && request.upstream === 'chat' && on('chat-stream-chunks') ? 1 : 0;
  const output = Math.min(words.length + extra, request.maxTokens);
  const tier = stickyTier(model, served);
  hold.capture(tokenCharge(model, inputTokens - (request.unbilled ?? 0), output, served) + feeOf(request), {
    inputTokens,
    outputTokens: words.length,
    ...(tier === 'flex' && !(request.stream && on('flex-stream-row')) ? { tier } : {}),
  });
}

async function* streamOf(
  hold: Hold,
  request: TextRequest,
  format: Format,
  generation: Generation,
  cut: boolean,
): AsyncGenerator<string> {
  const frames = format.frames(generation);
  try {
    if (cut) {
      // The usage record is settled before the client can see the end of the stream.
      if (request.upstream === 'messages' && on('messages-cut-charged')) charge(hold, request, generation);
      hold.release(502);
      yield* frames.slice(0, Math.max(1, Math.ceil(frames.length / 2)));
      if (!(request.upstream === 'responses' && on('responses-cut-silent'))) yield format.broken();
      return;
    }
    yield* frames;
    charge(hold, request, generation);
    yield* format.last(generation);
  } finally {
    hold.release(500);
  }
}

/** What the simulated model writes. */
export function generate(request: TextRequest, turn: Turn): Generation {
  const quoted = request.prompt.slice(0, 120).match(/\S+/g) ?? [];
  const all = turn.outcome === 'empty' ? [] : ['You', 'wrote:', ...quoted];
  const words = all.slice(0, request.maxTokens);
  return {
    words,
    inputTokens: request.inputTokens,
    cut: words.length < all.length,
    tier: servedTier(request.model, turn, request.tier),
  };
}

/** One frame of Server-Sent Events. */
export function frame(data: unknown, event?: string): string {
  return `${event === undefined ? '' : `event: ${event}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
}

/** The words as pieces of a text, to be joined without anything between. */
export function pieces(words: string[]): string[] {
  return words.map((word, index) => (index === 0 ? word : ` ${word}`));
}
