/** Serves requests of the Fetch API, for frameworks and runtimes other than Node's own server. */

import { type BodyMemory, readStream } from './body.ts';
import type { Payers } from './payers.ts';
import type { Answer, IncomingCall } from './request.ts';

/** Data about the caller that a `Request` does not have. */
export interface CallerFacts {
  /** Address of the caller, by which limits count; without it all callers share one count. */
  readonly ip?: string | undefined;
}

/** Answers one request; never rejects. */
export type Fetch = (request: Request, caller?: CallerFacts) => Promise<Response>;

/** Milliseconds that a caller may take to read on. */
const patience = 60_000;

/** State that the calls of one handler share. */
interface FetchParts {
  readonly memory: BodyMemory;
  readonly payers: Payers;
  /** URL at which all callers reach the service; absent where each request tells. */
  readonly publicUrl?: string | undefined;
}

/** Creates a fetch handler that answers through `serve`, which never rejects; `track` receives work that outlasts a response. */
export function createFetch(
  serve: (call: IncomingCall) => Promise<Answer>,
  parts: FetchParts,
  track: (work: Promise<void>) => void,
): Fetch {
  return async (request, { ip } = {}) => {
    // Frameworks call handlers with arguments of their own.
    const call = new FetchCall(request, typeof ip === 'string' ? ip : '', parts);
    return respond(call, await serve(call), track);
  };
}

class FetchCall implements IncomingCall {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly ip: string;
  readonly baseUrl: string;
  readonly #request: Request;
  readonly #parts: FetchParts;
  readonly #aborter = new AbortController();

  constructor(request: Request, ip: string, parts: FetchParts) {
    const url = new URL(request.url);
    this.method = request.method;
    this.path = url.pathname;
    this.query = url.search.slice(1);
    this.headers = Object.fromEntries(request.headers);
    this.ip = ip;
    this.baseUrl = parts.publicUrl ?? url.origin;
    this.#request = request;
    this.#parts = parts;
    if (request.signal.aborted) this.hangUp();
    else request.signal.addEventListener('abort', this.hangUp, { once: true });
  }

  get signal(): AbortSignal {
    return this.#aborter.signal;
  }

  body(maxBytes: number, known?: boolean): Promise<Buffer> {
    return readStream(this.#request.body, { memory: this.#parts.memory, ip: this.ip, maxBytes, known });
  }

  hasPaid(): void {
    this.#parts.payers.add(this.ip);
  }

  /** The caller is gone before the answer was complete. */
  readonly hangUp = (): void => this.#aborter.abort();

  /** The answer is complete: a caller that hangs up now interrupts nothing. */
  readonly complete = (): void => this.#request.signal.removeEventListener('abort', this.hangUp);
}

function respond(
  call: FetchCall,
  { status, headers, body, parts, sent }: Answer,
  track: (work: Promise<void>) => void,
): Response {
  // Trailers, which report the settlement of a stream, have no place in a `Response`; its comment reports it too.
  const { Trailer: _, ...own } = headers;
  if (parts) return new Response(streamOf(parts, call, track, sent), { status, headers: own });
  const content = typeof body === 'string' ? new TextEncoder().encode(body) : (body ?? new Uint8Array());
  const framed = status === 204 ? own : { ...own, 'Content-Length': String(content.byteLength) };
  const isEmpty = status === 204 || call.method === 'HEAD';
  if (sent && !isEmpty) return new Response(streamOf([content], call, track, sent), { status, headers: framed });
  call.complete();
  if (sent) track(sent(true));
  return new Response(isEmpty ? null : content, { status, headers: framed });
}

/** Streams parts as they are read. Their source is read to its end even if the caller hangs up or reads no further. */
function streamOf(
  parts: AsyncIterable<string> | Iterable<Uint8Array>,
  call: FetchCall,
  track: (work: Promise<void>) => void,
  sent: Answer['sent'],
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let gone = false;
  let read = () => {};

  async function pump(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    for await (const part of parts) {
      if (gone) continue;
      controller.enqueue(typeof part === 'string' ? encoder.encode(part) : part);
      if ((controller.desiredSize ?? 0) <= 0) await wait();
    }
    if (gone) return;
    call.complete();
    controller.close();
  }
  async function wait(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    read = resolve;
    const stuck = setTimeout(leave, patience);
    await promise;
    clearTimeout(stuck);
  }
  function leave(): void {
    gone = true;
    call.hangUp();
    read();
  }

  return new ReadableStream({
    start(controller) {
      call.signal.addEventListener('abort', leave, { once: true });
      const pumped = pump(controller)
        .catch((error: unknown) => {
          if (!gone) controller.error(error);
        })
        .finally(() => sent?.(!gone));
      track(pumped);
    },
    pull: () => read(),
    cancel: leave,
  });
}
