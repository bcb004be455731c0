import type { HostDefinition } from '@tollwright/runtime/operation';
import { isObject } from '@tollwright/runtime/values';
import type { SampleCall } from '#generated/hostile/sample-calls.ts';
import type { Send, WireAnswer, WireCall } from '../toolkit/front.ts';

/** What an attack may use beside the honest gateway. */
export interface AttackContext {
  readonly sampleCall: SampleCall;
  readonly host: HostDefinition;
  /** Another origin, which tells whoever asked it for anything. */
  readonly elsewhere: string;
  /** How often the attack was asked before. */
  readonly calls: number;
  /** How often a payment came with the calls so far, this one included. */
  readonly payments: number;
  /** True for calls that poll the job. */
  readonly polls: boolean;
}

/** One way in which a gateway tries to get more from a client than it gives. */
export interface Attack {
  /** Distinct, in words with hyphens. */
  readonly name: string;
  /** What the gateway does, as a sentence. */
  readonly what: string;
  /** Statements of the documents that it goes against. */
  readonly against: readonly string[];
  readonly callKind: SampleCall['kind'];
  /** Ways of paying with which it can be tried. */
  readonly pays: readonly ('x402' | 'bearer')[];
  /** How many payments a client may sign; none where the first challenge is wrong already. */
  readonly signs: number;
  /** True where a client that keeps to what is right may take the answer. */
  readonly acceptable?: boolean;
  /** Answers in place of the honest gateway, or with its help. */
  readonly play: (call: WireCall, send: Send, context: AttackContext) => Promise<WireAnswer>;
}

/** An attack as its family writes it down. */
export type Described = Omit<Attack, 'callKind' | 'pays' | 'signs'> &
  Partial<Pick<Attack, 'callKind' | 'pays' | 'signs'>>;

/** Puts a family together with what its attacks have in common. */
export function family(
  common: Pick<Attack, 'callKind' | 'pays' | 'signs'>,
  attacks: readonly Described[],
): readonly Attack[] {
  return attacks.map((attack) => ({ ...common, ...attack }));
}

type Json = Readonly<Record<string, unknown>>;

/** The JSON body of an answer. */
export function bodyOf({ text }: WireAnswer): Json {
  const body: unknown = JSON.parse(Buffer.from(text, 'latin1').toString());
  return isObject(body) ? body : {};
}

/** An answer with another JSON body. */
export function withBody(answer: WireAnswer, body: unknown): WireAnswer {
  return { ...answer, text: Buffer.from(JSON.stringify(body)).toString('latin1') };
}

/** An answer with other headers; those that are undefined go. */
export function withHeaders(answer: WireAnswer, changes: Readonly<Record<string, string | undefined>>): WireAnswer {
  const headers = Object.entries({ ...answer.headers, ...changes }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return { ...answer, headers: Object.fromEntries(headers) };
}

/** A JSON value as headers carry it. */
export function encoded(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64');
}

/** The JSON value that a header carries. */
export function decoded(value: string | string[] | undefined): Json {
  const found: unknown = JSON.parse(Buffer.from(String(value), 'base64').toString());
  return isObject(found) ? found : {};
}

/** The payment that comes with a call. */
export function paymentOf({ headers }: WireCall): string | undefined {
  return headers['payment-signature'] ?? headers['x-payment'];
}
