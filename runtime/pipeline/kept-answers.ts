/**
 * Answers that are kept for repeated requests: with the identifier of their payment (extension `payment-identifier`), or with the
 * `Idempotency-Key` of an account.
 */

import { hash } from 'node:crypto';
import type { Answer, IncomingCall } from '../http/request.ts';
import type { Log } from '../logging/log.ts';
import { Problem } from '../operation/problem.ts';
import type { Payments } from '../payment/payments.ts';
import { keptAnswer, type RecordStore, type StoredRecord } from '../store/records.ts';
import type { Clock } from '../system/clock.ts';
import { decodeBase64, encodeBase64 } from '../values/encoding.ts';
import { isObject, read } from '../values/json.ts';

/** Characters of a body above which an answer is not kept; a repeated request is then refused. */
const maxBody = 1_000_000;

/** A request that is known when it is repeated. */
export interface IdentifiedRequest {
  /** Names the host and the identifier. */
  readonly id: string;
  /** Hash of all that a repeated request has in common with the first one. */
  readonly request: string;
}

/** Hashes a request with its payment: the kept answer is for the exact payment, since it is looked up before that is verified. */
export function requestHash({ method, path, query }: IncomingCall, body: Uint8Array, payment: string): string {
  return hash('sha256', Buffer.concat([Buffer.from(JSON.stringify([method, path, query, payment])), body]));
}

/** A call whose answer is kept. */
export interface KeptCall {
  /** Keeps an answer if its call was charged; otherwise forgets the request. Returns the answer to send. */
  end(answer: Answer): Promise<Answer>;
  /** Forgets the request of a call that failed, unless it was charged. */
  fail(): Promise<void>;
}

/** The call that takes a request. */
interface Taking {
  readonly owner: string;
  /** The claim that pays for it. */
  readonly claim: string;
  /** Whether the caller has hung up. */
  readonly hasLeft: () => boolean;
}

/** Answers by what their requests are known by. */
export interface KeptAnswers {
  /**
   * The answer of the same request; `undefined` while there is none. Throws `payment-identifier-used` for another request, and with
   * `refuseOpen`, `idempotency-key-used` while its call is at work.
   */
  find(request: IdentifiedRequest, options?: { readonly refuseOpen: boolean }): Promise<Answer | undefined>;
  /**
   * Takes a request for one call, or returns the answer that it has got meanwhile. Of equal requests one is taken, whichever process
   * they come to. Throws `idempotency-key-used` while another call of the same request is at work, and where it has paid.
   */
  take(request: IdentifiedRequest, taking: Taking): Promise<Answer | KeptCall>;
}

/** Dependencies of the kept answers. */
interface Parts {
  readonly records: RecordStore;
  readonly payments: Pick<Payments, 'stateOf'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Creates the kept answers of one store. */
export function createKeptAnswers(parts: Parts): KeptAnswers {
  const { records, payments, clock } = parts;

  async function find({ id, request }: IdentifiedRequest): Promise<StoredRecord | undefined> {
    const found = await records.find(keptAnswer, id);
    if (found && found.data.request !== request)
      throw new Problem('payment-identifier-used', { message: otherRequest });
    return found;
  }

  async function take(request: IdentifiedRequest, taking: Taking): Promise<Answer | KeptCall> {
    const { owner, claim } = taking;
    const record = {
      kind: keptAnswer,
      id: request.id,
      owner,
      data: { request: request.request, at: clock.now(), claim },
    };
    if (await records.insert(record)) return new TakenCall(parts, record, taking);
    const found = await find(request);
    const answer = readAnswer(found?.data.answer);
    if (answer) return answer;
    if (found?.data.claim === claim) return new TakenCall(parts, found, taking);
    // The record of a call that neither pays nor has paid was left by it.
    if (found) {
      const earlier = String(found.data.claim);
      await refuseOpenCall(earlier);
      if ((await payments.stateOf(earlier)) === 'paid')
        throw new Problem('idempotency-key-used', { message: answered });
      await records.remove(keptAnswer, found.id, found.data);
    }
    return take(request, taking);
  }

  async function refuseOpenCall(claim: string): Promise<void> {
    if ((await payments.stateOf(claim)) !== 'open') return;
    throw new Problem('idempotency-key-used', { message: underWay }, { 'Retry-After': '1' });
  }

  return {
    async find(request, { refuseOpen } = { refuseOpen: false }) {
      const found = await find(request);
      const answer = readAnswer(found?.data.answer);
      if (found && !answer && refuseOpen) await refuseOpenCall(String(found.data.claim));
      return answer;
    },
    take,
  };
}

/** A call with the record by which its repeats find it. What the store fails to keep changes no answer. */
class TakenCall implements KeptCall {
  readonly #parts: Parts;
  readonly #record: StoredRecord;
  readonly #taking: Taking;

  constructor(parts: Parts, record: StoredRecord, taking: Taking) {
    this.#parts = parts;
    this.#record = record;
    this.#taking = taking;
  }

  async end(answer: Answer): Promise<Answer> {
    if (answer.parts) return { ...answer, parts: this.#keepParts(answer, answer.parts) };
    await this.#finish(async () => ((await this.#state()) === 'free' ? this.#forget() : this.#keep(answer)));
    return answer;
  }

  fail(): Promise<void> {
    return this.#finish(async () => (await this.#state()) === 'free' && this.#forget());
  }

  /** Passes the parts of a stream on. They are kept if all of them were sent, and paid. */
  async *#keepParts(answer: Answer, parts: AsyncIterable<string>): AsyncGenerator<string, void> {
    let body = '';
    for await (const part of parts) {
      if (body.length <= maxBody) body += part;
      yield part;
    }
    const { Trailer: _, ...headers } = { ...answer.headers, ...answer.trailers?.() };
    await this.#finish(async () => {
      const isWhole = !this.#taking.hasLeft() && (await this.#state()) === 'paid';
      return isWhole ? this.#keep({ ...answer, headers, body }) : this.#forget();
    });
  }

  #state(): ReturnType<Payments['stateOf']> {
    return this.#parts.payments.stateOf(this.#taking.claim);
  }

  async #keep({ status, headers, body = '' }: Answer): Promise<void> {
    if (body.length > maxBody) return;
    const answer = { status, headers, ...(typeof body === 'string' ? { body } : { base64: encodeBase64(body) }) };
    await this.#parts.records.put({ ...this.#record, data: { ...this.#record.data, answer } });
  }

  async #forget(): Promise<void> {
    await this.#parts.records.remove(keptAnswer, this.#record.id, this.#record.data);
  }

  /** Ends the call; a store that fails does not keep its answer from the caller. */
  async #finish(work: () => Promise<unknown>): Promise<void> {
    await work().catch((error) => this.#parts.log.error({ claim: this.#taking.claim, err: error }, 'keep'));
  }
}

const otherRequest = 'The identifier of this payment was used with another request or payment.';
const underWay =
  'The call of this request has not ended. The same request gets its answer later, without another charge.';
const answered =
  'This request was charged and answered, and its answer is no longer kept. Send a new call with another key.';

function readAnswer(value: unknown): Answer | undefined {
  const [status, headers, body, base64] = ['status', 'headers', 'body', 'base64'].map((name) => read(value, name));
  if (typeof status !== 'number' || !isObject(headers)) return undefined;
  return {
    status,
    body: typeof base64 === 'string' ? decodeBase64(base64) : String(body),
    headers: Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, String(text)])),
  };
}
