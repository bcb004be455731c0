/** Answers that are kept for repeated requests with the identifier of their payment (extension `payment-identifier`). */

import { hash } from 'node:crypto';
import type { Answer, IncomingCall } from '../http/request.ts';
import { Problem } from '../operation/problem.ts';
import { keptAnswer, type RecordStore } from '../store/records.ts';
import type { Clock } from '../system/clock.ts';
import { isObject, read } from '../values/json.ts';

/** Characters of a body above which an answer is not kept; a repeated request is then refused as a replay. */
const maxBody = 1_000_000;

/** A request with the identifier of its payment. */
export interface IdentifiedRequest {
  /** The host and the identifier. */
  readonly id: string;
  readonly payer: string;
  /** Hash of the request and of its payment as it was sent. */
  readonly request: string;
}

/** Hashes a request with its payment: the kept answer is for the exact payment, since it is looked up before that is verified. */
export function requestHash({ method, path, query }: IncomingCall, body: Uint8Array, payment: string): string {
  return hash('sha256', Buffer.concat([Buffer.from(JSON.stringify([method, path, query, payment])), body]));
}

/** Answers by the identifiers of their payments. */
export interface KeptAnswers {
  /** The answer of the same request; `undefined` while there is none. Throws `payment-identifier-used` for another request. */
  find(request: Omit<IdentifiedRequest, 'payer'>): Promise<Answer | undefined>;
  /** Takes the identifier for a request. Throws `payment-identifier-used` where another request has taken it. */
  take(request: IdentifiedRequest): Promise<void>;
  /** Keeps the answer of a paid call, and forgets the identifier of a call that was not charged. */
  end(request: IdentifiedRequest, answer: Answer, isPaid: boolean): Promise<Answer>;
  /** Forgets an identifier, so that another payment may use it. */
  forget(request: IdentifiedRequest): Promise<void>;
}

/** Creates the kept answers of one store. */
export function createKeptAnswers(records: RecordStore, clock: Clock): KeptAnswers {
  const put = ({ id, payer, request }: IdentifiedRequest, answer?: StoredAnswer) =>
    ({ kind: keptAnswer, id, owner: payer, data: { request, at: clock.now(), ...(answer && { answer }) } }) as const;

  async function find({ id, request }: Omit<IdentifiedRequest, 'payer'>): Promise<Answer | undefined> {
    const found = await records.find(keptAnswer, id);
    if (!found) return undefined;
    if (found.data.request !== request) throw new Problem('payment-identifier-used', { message: usedMessage });
    return readAnswer(found.data.answer);
  }

  return {
    find,
    async take(request) {
      if (!(await records.insert(put(request)))) await find(request);
    },
    async end(request, answer, isPaid) {
      if (answer.parts) return { ...answer, parts: keepParts(request, answer, answer.parts) };
      if (isPaid && typeof answer.body === 'string') await keep(request, answer, answer.body);
      if (!isPaid) await forget(request);
      return answer;
    },
    forget,
  };

  async function keep(request: IdentifiedRequest, { status, headers }: Answer, body: string): Promise<void> {
    if (body.length <= maxBody) await records.put(put(request, { status, headers, body }));
  }

  async function forget({ id }: IdentifiedRequest): Promise<void> {
    await records.remove(keptAnswer, id);
  }

  /** Passes the parts of a stream on, and keeps them once their receipt shows that it was paid. */
  async function* keepParts(request: IdentifiedRequest, answer: Answer, parts: AsyncIterable<string>) {
    let body = '';
    for await (const part of parts) {
      if (body.length <= maxBody) body += part;
      yield part;
    }
    const receipt = answer.trailers?.() ?? {};
    if (Object.keys(receipt).length === 0) return forget(request);
    const { Trailer: _, ...headers } = answer.headers;
    return keep(request, { ...answer, headers: { ...headers, ...receipt } }, body);
  }
}

const usedMessage = 'The identifier of this payment was used with another request or payment.';

/** An answer as the store has it. */
interface StoredAnswer extends Pick<Answer, 'status' | 'headers'> {
  readonly body: string;
}

function readAnswer(value: unknown): Answer | undefined {
  const [status, headers, body] = ['status', 'headers', 'body'].map((name) => read(value, name));
  if (typeof status !== 'number' || typeof body !== 'string' || !isObject(headers)) return undefined;
  return {
    status,
    body,
    headers: Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, String(text)])),
  };
}
