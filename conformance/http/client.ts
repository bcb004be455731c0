import { Agent, type Dispatcher, request } from 'undici';
import type { Received, Sent } from '../check.ts';
import { NoAnswer } from '../interruption.ts';
import { parseJson, readEvents } from './events.ts';
import { encodeForm } from './form.ts';

/** What one client allows an answer. */
export interface ClientLimits {
  /** Milliseconds until the whole answer must be there. */
  readonly timeout: number;
  /** Bytes of a body that are read; a longer one counts as no answer. */
  readonly maxBytes: number;
}

/** Sends requests to one deployment and keeps every answer as it came. */
export interface Client {
  /** Throws `NoAnswer` when there is none; an answer that breaks off within its body is returned with `cut`. */
  exchange(sent: Sent, signal?: AbortSignal): Promise<Received>;
  close(): Promise<void>;
}

const defaults: ClientLimits = { timeout: 20_000, maxBytes: 32 * 1024 * 1024 };

/** Creates a client for a base URL, which may carry a path that the deployment is mounted under. */
export function createClient(base: string, limits: Partial<ClientLimits> = {}): Client {
  const { timeout, maxBytes } = { ...defaults, ...limits };
  // 64 connections carry the races of twenty; redirects are answers, so none is followed.
  const agent = new Agent({ connections: 64, connect: { timeout: Math.min(timeout, 10_000) } });

  return {
    async exchange(sent, signal) {
      const patience = Math.max(timeout, (sent.patience ?? 0) * 1000);
      // Signals that are made of others cost more than the rest of a request.
      const ending = new AbortController();
      const giveUp = () => ending.abort(signal?.reason);
      const late = setTimeout(() => ending.abort(new DOMException('It took too long.', 'TimeoutError')), patience);
      signal?.addEventListener('abort', giveUp, { once: true });
      if (signal?.aborted) giveUp();
      try {
        const answer = await request(base + sent.path, {
          method: methodOf(sent.method),
          headers: spelled(sent),
          ...(sent.body !== undefined && { body: sent.body }),
          ...(sent.form && { body: encodeForm(sent.form) }),
          dispatcher: agent,
          signal: ending.signal,
          responseHeaders: 'raw',
          headersTimeout: patience,
          bodyTimeout: patience,
        });
        return await read(answer, maxBytes);
      } catch (cause) {
        throw new NoAnswer(describeFailure(cause, `${sent.method} ${sent.path}`, patience), { cause });
      } finally {
        clearTimeout(late);
        signal?.removeEventListener('abort', giveUp);
      }
    },
    close: () => agent.close(),
  };
}

/** Headers under the names by which they travel. */
function spelled({ headers, spelling = {} }: Sent): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [spelling[name] ?? name, value]));
}

async function read(answer: Dispatcher.ResponseData, maxBytes: number): Promise<Received> {
  const chunks: Buffer[] = [];
  let length = 0;
  let cut = false;
  try {
    for await (const chunk of answer.body) {
      const bytes = Buffer.from(chunk);
      length += bytes.length;
      if (length > maxBytes) throw new TooLong(`the body is longer than ${maxBytes} bytes`);
      chunks.push(bytes);
    }
  } catch (error) {
    // A connection that breaks after the head is an answer that was cut; a deadline or a flood is none.
    if (error instanceof TooLong || !isBroken(error)) throw error;
    cut = true;
  }
  return new Answer(answer.statusCode, pairs(answer.headers), Buffer.concat(chunks).toString('utf8'), cut);
}

/** An answer whose body is parsed when somebody asks: a run keeps thousands, and most are judged by their status alone. */
class Answer implements Received {
  readonly status: number;
  readonly headers: Received['headers'];
  readonly rawHeaders: Received['rawHeaders'];
  readonly text: string;
  readonly cut: boolean;
  #json: { readonly value: unknown } | undefined;
  #events: Received['events'] | undefined;

  constructor(status: number, rawHeaders: Received['rawHeaders'], text: string, cut: boolean) {
    const headers: Record<string, string> = {};
    for (const [name, value] of rawHeaders) {
      const key = name.toLowerCase();
      headers[key] = key in headers ? `${headers[key]}, ${value}` : value;
    }
    this.status = status;
    this.headers = headers;
    this.rawHeaders = rawHeaders;
    this.text = text;
    this.cut = cut;
  }

  get json(): unknown {
    this.#json ??= { value: this.#isStream() ? undefined : parseJson(this.text) };
    return this.#json.value;
  }

  get events(): Received['events'] {
    this.#events ??= this.#isStream() ? readEvents(this.text) : [];
    return this.#events;
  }

  #isStream(): boolean {
    return (this.headers['content-type'] ?? '').toLowerCase().includes('text/event-stream');
  }
}

class TooLong extends Error {}

function isBroken(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(String(error.code))
  );
}

/** Header pairs in the order they came; `responseHeaders: 'raw'` gives a flat list that undici types as a map. */
function pairs(raw: unknown): (readonly [string, string])[] {
  const flat = Array.isArray(raw) ? raw.map(String) : [];
  return Array.from({ length: flat.length / 2 }, (_, index) => [flat[2 * index] ?? '', flat[2 * index + 1] ?? '']);
}

function methodOf(method: string): Dispatcher.HttpMethod {
  // HTTP methods are any token; undici's type lists the usual ones only.
  return method as Dispatcher.HttpMethod;
}

function describeFailure(cause: unknown, what: string, timeout: number): string {
  if (!(cause instanceof Error)) return `${what}: no answer.`;
  const code = 'code' in cause ? String(cause.code) : '';
  if (cause.name === 'TimeoutError' || code.endsWith('_TIMEOUT'))
    return `${what}: no answer within ${timeout / 1000} s.`;
  if (cause.name === 'AbortError') return `${what}: given up, because the check took too long.`;
  const reasons: Record<string, string> = {
    ECONNREFUSED: 'the connection was refused',
    ENOTFOUND: 'the host name does not exist',
    EAI_AGAIN: 'the host name could not be looked up',
    ECONNRESET: 'the connection was reset',
    UND_ERR_SOCKET: 'the connection was closed before an answer came',
  };
  return `${what}: ${reasons[code] ?? (cause.message || code)}.`;
}
