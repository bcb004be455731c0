/** Calls over HTTP to one provider: timeouts, retries within a budget, and a breaker. */

import { type Dispatcher, request } from 'undici';
import { outgoingAgent } from '../http/outgoing.ts';
import type { Call } from '../operation/handler.ts';
import type { Services } from '../pipeline/services.ts';
import type { Random } from '../system/random.ts';
import { answerOf, type ProviderAnswer } from './answer.ts';
import { type Breaker, createBreaker, type Health } from './breaker.ts';
import { pause } from './direct.ts';
import { failureOf } from './errors.ts';
import { UpstreamFailure } from './failure.ts';
import { refusalOf } from './refusal.ts';
import { createRetryBudget } from './retry-budget.ts';

/** The call on whose behalf a provider is called. */
export type UpstreamCall = Pick<Call, 'signal' | 'scripted' | 'bytes' | 'note'>;

/** The address of a provider, and how long to wait for its answers. */
export interface ProviderOptions {
  /** URL that paths are added to: `https://api.openai.com/v1`. Its query, such as `?api-version=1`, comes with every request. */
  readonly baseUrl: string;
  /** Headers of every request, such as the key of the provider. They are never logged or sent back. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds to connect (10,000), to begin the answer (120,000), and between two parts of it (60,000). */
  readonly timeouts?: { readonly connect?: number; readonly response?: number; readonly idle?: number };
  /** How often a call is tried again where the provider is overloaded or broken; 2 by default. */
  readonly retries?: number;
}

/** A request to a provider. */
export interface ProviderRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path under the base URL, and query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** One provider. */
export interface Provider {
  /** Sends a request. Throws an `UpstreamFailure` unless the status of the answer is 2xx. */
  send(call: UpstreamCall, sent: ProviderRequest): Promise<ProviderAnswer>;
}

/** Milliseconds before the first retry. The wait doubles with each further retry. */
const firstPause = 250;

/** Seconds of a `Retry-After` that the gateway waits for. Longer ones go to the caller. */
const maxRetryAfter = 5;

/** Creates a provider, whose connections close with the services. Its breaker uses their clock. */
export function createProvider(services: ProviderServices, options: ProviderOptions): Provider {
  return new HttpProvider(services, options);
}

type ProviderServices = Pick<Services, 'clock' | 'random' | 'log' | 'onClose'>;

class HttpProvider implements Provider {
  readonly #services: ProviderServices;
  readonly #base: string;
  /** Query of every request, without `?`. */
  readonly #query: string;
  /** Origin, by which logs and metrics name the provider. */
  readonly #name: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #retries: number;
  readonly #dispatcher: Dispatcher;
  readonly #breaker: Breaker;
  readonly #budget = createRetryBudget();

  constructor(services: ProviderServices, { baseUrl, headers = {}, timeouts = {}, retries = 2 }: ProviderOptions) {
    const { connect = 10_000, response = 120_000, idle = 60_000 } = timeouts;
    this.#services = services;
    const [base = '', query = ''] = baseUrl.split('?');
    this.#base = base.replace(/\/$/, '');
    this.#query = query;
    this.#name = new URL(baseUrl).origin;
    this.#headers = headers;
    this.#retries = retries;
    this.#dispatcher = outgoingAgent({ connect: { timeout: connect }, headersTimeout: response, bodyTimeout: idle });
    this.#breaker = createBreaker(services.clock);
    services.onClose(() => this.#dispatcher.destroy());
  }

  async send(call: UpstreamCall, sent: ProviderRequest): Promise<ProviderAnswer> {
    this.#budget.deposit();
    call.note?.({ provider: this.#name });
    for (let tried = 1; ; tried += 1) {
      try {
        return await this.#attempt(call, sent);
      } catch (error) {
        if (!(error instanceof UpstreamFailure) || call.signal.aborted) throw error;
        this.#log(error, tried);
        const wait = pauseAfter(error, tried, this.#services.random);
        if (tried > this.#retries || wait === undefined || !this.#budget.withdraw()) throw error;
        await pause(wait, call.signal);
      }
    }
  }

  async #attempt({ signal }: UpstreamCall, sent: ProviderRequest): Promise<ProviderAnswer> {
    if (!this.#breaker.enter())
      throw new UpstreamFailure('unconfigured', 'The provider keeps failing and is left alone.');
    try {
      const response = await request(this.#urlOf(sent.path), {
        method: sent.method,
        headers: { ...this.#headers, ...sent.headers },
        ...(sent.body !== undefined && { body: sent.body }),
        dispatcher: this.#dispatcher,
        signal,
      });
      const answer = answerOf(response, signal);
      if (answer.status < 200 || answer.status > 299) throw await refusalOf(answer);
      this.#breaker.leave('answered');
      return { ...answer, judged: (failure) => this.#judge(failure, signal) };
    } catch (error) {
      const failure = failureOf(error, signal);
      this.#breaker.leave(healthOf(failure, signal));
      throw failure;
    }
  }

  #urlOf(path: string): string {
    const separator = path.includes('?') ? '&' : '?';
    return this.#base + path + (this.#query === '' ? '' : separator + this.#query);
  }

  #judge(failure: unknown, signal: AbortSignal): void {
    this.#breaker.read(failure instanceof UpstreamFailure ? healthOf(failure, signal) : 'answered');
    this.#log(failure);
  }

  #log(failure: unknown, tried = 1): void {
    if (!(failure instanceof UpstreamFailure)) return;
    const { kind, message, detail } = failure;
    const reason = detail.reason ?? message;
    const fields = { provider: this.#name, tried, kind, status: detail.status, reason };
    if (detail.isAlarm) this.#services.log.error(fields, 'a provider does not report its usage');
    else this.#services.log.warn(fields, 'upstream');
  }
}

/**
 * Milliseconds before a retry; `undefined` where another try would not help.
 *
 * A request is sent again when its connection broke without an answer, as official clients do.
 */
function pauseAfter(
  { kind, detail: { status, retryAfter } }: UpstreamFailure,
  tried: number,
  random: Random,
): number | undefined {
  const helps = kind === 'capacity' || (kind === 'failed' && (isIll(status) || status === 408 || status === 425));
  if (!helps || (retryAfter !== undefined && retryAfter > maxRetryAfter)) return undefined;
  const [byte = 0] = random.bytes(1);
  return retryAfter === undefined ? firstPause * 2 ** (tried - 1) * (0.5 + byte / 510) : retryAfter * 1000;
}

/** The health of a provider, judged by the failure of a call. */
function healthOf({ kind, detail }: UpstreamFailure, { aborted }: AbortSignal): Health {
  if (aborted) return 'unclear';
  if (kind === 'rejected') return 'answered';
  return kind === 'timeout' || (kind === 'failed' && isIll(detail.status)) ? 'failed' : 'unclear';
}

/** Whether the provider itself failed: there is no status, or one from 500. */
const isIll = (status: number | undefined) => status === undefined || status >= 500;
