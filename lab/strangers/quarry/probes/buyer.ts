/** The client of the probes: plain requests, paid requests, and the control API. */
import { privateKeyToAddress } from 'viem/accounts';
import { type Accept, payment, solanaAddress, type Twist } from './signing.ts';

/** An answer; `at` looks into its JSON body by a dotted path. */
export interface Seen {
  status: number;
  headers: Headers;
  body: unknown;
  text: string;
  at: (path: string) => unknown;
}

/** What stands at a dotted path of a JSON value. */
export function look(value: unknown, path: string): unknown {
  let here = value;
  for (const part of path.split('.')) {
    if (typeof here !== 'object' || here === null) return undefined;
    here = (here as Record<string, unknown>)[part];
  }
  return here;
}

export interface Options {
  key?: string;
  headers?: Record<string, string>;
  header?: string;
  accept?: number;
  twist?: Partial<Twist>;
}

export interface Place {
  url: string;
  control: string;
  token: string;
  payer: string;
  other: string;
}

export class Buyer {
  readonly place: Place;

  constructor(place: Place) {
    this.place = place;
  }

  async send(line: string, body?: unknown, headers: Record<string, string> = {}): Promise<Seen> {
    const [method = 'GET', path = '/'] = line.split(' ');
    const raw = typeof body === 'string' || body instanceof FormData;
    const answer = await fetch(`${this.place.url}${path}`, {
      method,
      headers: { ...(body === undefined || raw ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: raw ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    let parsed: unknown;
    try {
      parsed = JSON.parse(text);
    } catch {
      parsed = undefined;
    }
    return { status: answer.status, headers: answer.headers, body: parsed, text, at: (path) => look(parsed, path) };
  }

  /** The price of the challenge in micro-dollars, or NaN where none is asked. */
  async quote(line: string, body?: unknown): Promise<number> {
    const seen = await this.send(line, body);
    return seen.status === 402 ? Number(seen.at('accepts.0.amount')) : Number.NaN;
  }

  async sign(accept: Accept, options: Options = {}): Promise<string> {
    const at = Math.floor(Date.parse(String(look(await this.clock(), 'now'))) / 1000);
    return payment(accept, options.key ?? this.place.payer, { at, ...options.twist });
  }

  /** Asks, signs what is offered and asks again; an answer that is no challenge comes back as it is. */
  async pay(line: string, body?: unknown, options: Options = {}): Promise<Seen> {
    const first = await this.send(line, body, options.headers);
    if (first.status !== 402 || first.at('accepts') === undefined) return first;
    const signed = await this.sign(first.at(`accepts.${options.accept ?? 0}`) as Accept, options);
    return this.send(line, body, { ...options.headers, [options.header ?? 'PAYMENT-SIGNATURE']: signed });
  }

  /** A signed header for the challenge of a request, to be sent by hand. */
  async ticket(line: string, body?: unknown, options: Options = {}): Promise<Record<string, string>> {
    const first = await this.send(line, body);
    return { 'PAYMENT-SIGNATURE': await this.sign(first.at(`accepts.${options.accept ?? 0}`) as Accept, options) };
  }

  async control(line: string, body?: unknown): Promise<unknown> {
    const [method = 'GET', path = ''] = line.split(' ');
    const answer = await fetch(`${this.place.control}/control/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${this.place.token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return text === '' ? { status: answer.status } : JSON.parse(text);
  }

  clock(): Promise<unknown> {
    return this.control('GET /clock');
  }

  advance(seconds: number): Promise<unknown> {
    return this.control('POST /clock', { advance_seconds: seconds });
  }

  script(route: string, outcome: string, detail: object = {}, times = 1): Promise<unknown> {
    return this.control('POST /upstream', { route, outcome, detail, times });
  }

  address(key = this.place.payer): string {
    return key.startsWith('0x') ? privateKeyToAddress(key as `0x${string}`) : solanaAddress(key);
  }

  /** What a wallet has paid so far, in micro-dollars. */
  async spent(key = this.place.payer): Promise<number> {
    return (await this.transfers(key)).reduce((sum, one) => sum + Number(one.amount), 0);
  }

  async transfers(key = this.place.payer): Promise<Record<string, string>[]> {
    const ledger = await this.control(`GET /ledger?payer=${this.address(key)}`);
    return look(ledger, 'transfers') as Record<string, string>[];
  }
}
