/** What travels between the table of routes and the socket: asks, replies, refusals and rows. */
import type { IncomingHttpHeaders } from 'node:http';

export type Obj = Record<string, unknown>;

/** One HTTP request, parsed as far as its route wants it. */
export interface Ask {
  method: string;
  path: string;
  origin: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  ip: string;
  raw: Buffer;
  body: unknown;
  params: Record<string, string>;
}

/** What is sent back; `unpaid` says that the call succeeded but nothing is to be settled. */
export interface Reply {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
  frames?: Iterable<string> | AsyncIterable<string>;
  unpaid?: boolean;
}

/** An answer thrown from anywhere: nothing settles. */
export class Refusal extends Error {
  readonly reply: Reply;

  constructor(status: number, body: Obj, headers: Record<string, string> = {}) {
    super(`${status}`);
    this.reply = { status, body, headers };
  }
}

/** A verified authorization. */
export interface Paid {
  payer: string;
  network: string;
  asset: string;
  payTo: string;
  amount: number;
  id: string;
  expires: number;
}

/** A settlement that has really happened. */
export interface Transfer {
  payer: string;
  pay_to: string;
  amount: string;
  asset: string;
  network: string;
  tx_hash: string;
  route: string;
  at: string;
}

/** What an effect may use. `paid` is absent on free rows; `settle` is for effects that show their own receipt. */
export interface Deal {
  ask: Ask;
  row: Row;
  price: number;
  paid: Paid | undefined;
  payer: string;
  settle: () => Transfer;
}

/** One line of the table of routes. */
export interface Line<T> {
  on: string;
  hosts?: string[];
  upstream?: string | true;
  limit?: string;
  form?: 'json' | 'any' | 'parts';
  hidden?: boolean;
  window?: () => number;
  partner?: boolean;
  replayed?: (paid: Paid) => Obj;
  own?: boolean;
  read: (ask: Ask) => T;
  price?: (input: T) => number | undefined;
  tell?: (input: T) => Obj;
  guard?: (input: T, payer: string, paid: Paid) => void;
  effect: (input: T, deal: Deal) => Reply | Promise<Reply>;
}

export type Row = Line<unknown>;

/** Forgets the input type of a line, so that lines of all kinds fit into one table. */
export function row<T>(line: Line<T>): Row {
  return line as unknown as Row;
}

/** An answer of 200 with a JSON body. */
export function ok(body: unknown, headers: Record<string, string> = {}): Reply {
  return { status: 200, body, headers };
}

/** Micro-dollars as the shortest decimal of dollars. */
export function dollars(micro: number): string {
  const whole = Math.floor(micro / 1_000_000);
  const rest = String(micro % 1_000_000)
    .padStart(6, '0')
    .replace(/0+$/, '');
  return rest === '' ? `${whole}` : `${whole}.${rest}`;
}

/** The price as bodies show it. */
export function priced(micro: number): Obj {
  return { currency: 'USD', amount: dollars(micro) };
}
