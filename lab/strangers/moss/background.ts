import { type Hold, onSweep } from './accounts.ts';
import { now, sleep } from './clock.ts';
import { HttpError, ok, type Reply } from './http.ts';
import { type ResponseObject, type ResponsesFormat, responsesFormat } from './responses-format.ts';
import { onReset } from './state.ts';
import { textFailure, tokenCharge } from './text-billing.ts';
import { type Generation, generate, type TextRequest } from './text-call.ts';
import { nextTurn } from './upstream.ts';

type End = 'completed' | 'failed' | 'cancelled';

const USUAL_MS = 800;
const SLOW_SECONDS = 60;

const store = new Map<string, Background>();
onReset(() => store.clear());
onSweep(() => {
  for (const found of store.values()) found.update();
});

/** A response that runs in the background. Its tokens are charged when it completes. */
export class Background {
  hold: Hold;
  format: ResponsesFormat;
  generation: Generation;
  private request: TextRequest;
  private endsAt: number;
  private fails: boolean;
  private ended: End | undefined;
  private created = now();

  constructor(hold: Hold, request: TextRequest, generation: Generation, seconds: number, fails: boolean) {
    this.hold = hold;
    this.request = request;
    this.generation = generation;
    this.format = responsesFormat(request.model, true);
    this.endsAt = this.created + seconds * 1000;
    this.fails = fails;
  }

  /** Lets the time that has passed take effect. */
  update(): void {
    if (now() >= this.endsAt) this.end(this.fails ? 'failed' : 'completed');
  }

  /** Ends it, once. */
  end(how: End): void {
    if (this.ended !== undefined) return;
    this.ended = how;
    if (how !== 'completed') {
      this.hold.release();
      this.hold.record(how === 'failed' ? 502 : 200);
      return;
    }
    const { inputTokens, words, tier } = this.generation;
    this.hold.capture(tokenCharge(this.request.model, inputTokens, words.length, tier), {
      inputTokens,
      outputTokens: words.length,
      ...(tier === 'flex' ? { tier } : {}),
    });
  }

  /** True when it has ended. */
  get done(): boolean {
    this.update();
    return this.ended !== undefined;
  }

  /** The native object as it is now. */
  view(): ResponseObject {
    this.update();
    if (this.ended === 'completed') return { ...this.format.whole(this.generation), background: true };
    if (this.ended === 'failed')
      return { ...this.format.pending('failed'), error: { code: 'server_error', message: 'The provider failed' } };
    return this.format.pending(this.ended ?? (now() - this.created < USUAL_MS / 2 ? 'queued' : 'in_progress'));
  }
}

/** Accepts a background response. */
export async function createBackground(hold: Hold, request: TextRequest): Promise<Reply> {
  const turn = nextTurn(request.upstream);
  const later =
    (turn.outcome === 'fail' && turn.detail.stage === 'run') || turn.outcome === 'timeout' || turn.outcome === 'cut';
  const failure = later ? undefined : textFailure(request.model, turn, undefined, false);
  if (failure !== undefined) {
    hold.release(failure.status);
    throw failure;
  }
  const { seconds: wanted } = turn.detail;
  const slow = typeof wanted === 'number' && wanted > 0 ? wanted : SLOW_SECONDS;
  const generation = generate(request, turn);
  const made = new Background(hold, request, generation, turn.outcome === 'slow' ? slow : USUAL_MS / 1000, later);
  hold.record(200);
  store.set(made.format.id, made);
  return request.stream ? { status: 200, stream: attach(made) } : ok(made.view());
}

/** A background response by its id. */
export function findBackground(id: string): Background | undefined {
  return store.get(id);
}

/** Delivers an event from outside. */
export function backgroundEvent(id: string, event: string): void {
  const found = store.get(id);
  if (found === undefined) throw new HttpError(404, 'unknown background response');
  if (event === 'finished') found.end('completed');
  else if (event === 'failed') found.end('failed');
  else throw new HttpError(400, 'unknown event of a background response');
}

/** The stream of a background response: it waits for the end. */
export async function* attach(found: Background): AsyncGenerator<string> {
  while (!found.done) {
    yield ': waiting\n\n';
    await sleep(200);
  }
  const { status } = found.view();
  const { format, generation } = found;
  if (status === 'completed' || status === 'incomplete') {
    yield* format.frames(generation);
    yield* format.last(generation);
  } else {
    yield `event: response.${String(status)}\ndata: ${JSON.stringify({ type: `response.${String(status)}`, response: found.view() })}\n\n`;
    if (status === 'failed') yield format.broken();
  }
}
