import { formatUsd } from '@tollwright/runtime/money/usd';
import type { HostDefinition } from '@tollwright/runtime/operation/host';
import { payeeOf } from '#gateway/payee.ts';
import type { SampleCall } from '#generated/hostile/sample-calls.ts';
import type { Forward, WireRequest, WireResponse } from '../toolkit/proxy.ts';

/** Context of an attack, besides the honest gateway. */
export interface AttackContext {
  readonly sampleCall: SampleCall;
  readonly host: HostDefinition;
  /** Another origin, which records the secrets that a client sends to it. */
  readonly elsewhere: string;
  /** Number of earlier calls. */
  readonly calls: number;
  /** Number of payments so far, including this one. */
  readonly payments: number;
  /** True for calls that poll the job. */
  readonly polls: boolean;
}

/** One way in which a gateway tries to get more from a client than it gives. */
export interface Attack {
  /** Distinct; lower-case words joined by hyphens. */
  readonly name: string;
  /** The behavior of the gateway, as a sentence. */
  readonly what: string;
  /** Statements of the documents that it goes against. */
  readonly against: readonly string[];
  readonly callKind: SampleCall['kind'];
  /** Ways of paying with which it can be tried. */
  readonly pays: readonly ('x402' | 'bearer')[];
  /** Number of payments that a client may sign; 0 if the first challenge is already wrong. */
  readonly signs: number;
  /** True if a correct client may accept the response. */
  readonly acceptable?: boolean;
  /** Answers in place of the honest gateway, or with its help. */
  readonly play: (request: WireRequest, forward: Forward, context: AttackContext) => Promise<WireResponse>;
}

type Common = Pick<Attack, 'callKind' | 'pays' | 'signs'>;

/** An attack as its family defines it, without the fields that the family shares. */
export type AttackDefinition = Omit<Attack, keyof Common> & Partial<Common>;

/** Defines the attacks of a family from their shared fields. */
export function defineAttacks(common: Common, attacks: readonly AttackDefinition[]): readonly Attack[] {
  return attacks.map((attack) => ({ ...common, ...attack }));
}

/** The call that a client makes under attack. */
export interface Task {
  readonly sampleCall: SampleCall;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  /** USD that the call costs; absent where it is free or charged by what it used. */
  readonly price?: string;
  readonly payTo: string;
}

/** The task of one kind of call; `undefined` where the host has no such call. */
export function taskOf(
  host: HostDefinition,
  sampleCalls: readonly SampleCall[],
  kind: SampleCall['kind'],
): Task | undefined {
  const sampleCall = sampleCalls.find((each) => each.kind === kind && each.hosts.includes(host.id));
  const route = host.routes.find(({ operation }) => operation.id === sampleCall?.operation);
  if (!sampleCall || !route) return undefined;
  const { body } = sampleCall.parts;
  const checked = route.operation.body?.(body);
  // The example passed the validator whose schema the price is made for.
  const input = { request: checked?.ok ? checked.value : body, query: {}, params: {} } as never;
  const quote = route.quote?.(input);
  return {
    sampleCall,
    method: route.operation.method,
    path: route.path,
    body,
    payTo: payeeOf(host),
    ...(quote && { price: formatUsd(quote.amount) }),
  };
}
