/** How an operation is served: free, or paid by the order "valid, challenged, verified, claimed, run, settled". */
import type { Script } from './gateway.ts';
import { type Answer, type Call, type Dict, Refusal } from './http.ts';
import {
  type Authorization,
  challenge,
  checkAuthorization,
  claim,
  paymentHeader,
  type Quote,
  readAuthorization,
  settle,
} from './payment.ts';
import { type Receipt, receiptHeaders } from './receipt.ts';
import { standardRefusal } from './upstream.ts';

export interface Operation {
  /** Method and template, the name of the operation in the ledger and in scripts. */
  key: string;
  methods: readonly string[];
  template: string;
  /** The values that a placeholder may take; a placeholder without values takes anything. */
  values: Record<string, readonly string[]>;
  upstream: boolean;
  summary: string;
  /** Lowest and highest price in micro-dollars; undefined for a free operation. */
  range?: [number, number];
  arcRange?: [number, number];
  /** Not named by discovery. */
  hidden?: boolean;
  serve: (call: Call) => Promise<Answer> | Answer;
}

export interface Paid {
  authorization: Authorization;
  payer: string;
  script: Script | undefined;
  /** Fields of a later replay answer of this authorization. */
  replay: Dict;
  quote: Quote;
}

export interface Result {
  charge: boolean;
  answer: Answer | ((receipt: Receipt | undefined) => Answer);
  /** A settlement that fails costs the service, not the answer. */
  absorb?: boolean;
  /** Takes back what was done when settlement fails. */
  undo?: () => void;
}

export interface PaidPart<T> {
  method?: string;
  methods?: readonly string[];
  template: string;
  values?: Record<string, readonly string[]>;
  summary: string;
  range: [number, number];
  /** The range on Arc, where it is another. */
  arcRange?: [number, number];
  upstream?: boolean;
  limit?: (call: Call, payer: string | undefined) => void;
  parse: (call: Call) => T | Promise<T>;
  quote: (call: Call, input: T) => Quote;
  /** What depends on the payer or on stored things, before the authorization is claimed. */
  precheck?: (call: Call, input: T, payer: string) => void;
  /** Outcomes that `run` deals with by itself. */
  handles?: readonly string[];
  /** This operation's own answers to outcomes. */
  refusals?: Record<string, (call: Call, script: Script, input: T) => Refusal>;
  run: (call: Call, input: T, paid: Paid) => Result | Promise<Result>;
}

function nameOf(methods: readonly string[], template: string): string {
  return `${methods[0]} ${template.replace('*}', '}')}`;
}

export function free(
  part: Omit<Partial<Operation>, 'serve'> & { template: string; summary: string },
  serve: (call: Call, script: Script | undefined) => Promise<Answer> | Answer,
): Operation {
  const methods = part.methods ?? ['GET'];
  const operation: Operation = {
    values: {},
    upstream: false,
    ...part,
    methods,
    key: nameOf(methods, part.template),
    serve: (call) => {
      const script = operation.upstream ? call.gateway.takeScript(operation) : undefined;
      const refusal = script === undefined ? undefined : standardRefusal(call, script);
      if (refusal !== undefined) throw refusal;
      return serve(call, script);
    },
  };
  return operation;
}

export function paid<T>(part: PaidPart<T>): Operation {
  const methods = part.methods ?? [part.method ?? 'POST'];
  const operation: Operation = {
    key: nameOf(methods, part.template),
    methods,
    template: part.template,
    values: part.values ?? {},
    upstream: part.upstream ?? true,
    summary: part.summary,
    range: part.range,
    ...(part.arcRange && { arcRange: part.arcRange }),
    serve: (call) => servePaid(call, operation, part),
  };
  return operation;
}

/** What an upstream that is slow without a job takes. */
export function shortDelay(): Promise<unknown> {
  return new Promise((done) => setTimeout(done, 300));
}

async function servePaid<T>(call: Call, operation: Operation, part: PaidPart<T>): Promise<Answer> {
  const { gateway } = call;
  const header = paymentHeader(gateway, call.req);
  if (header === undefined) part.limit?.(call, undefined);
  const input = await part.parse(call);
  const quote = part.quote(call, input);
  if (header === undefined) return challenge(call, quote);
  const authorization = await readAuthorization(call, quote, header);
  const { payer } = authorization;
  part.limit?.(call, payer);
  checkAuthorization(call, quote, authorization, operation.key);
  const { claimDelayMs } = gateway.rules.combinations;
  if (claimDelayMs > 0) await new Promise((done) => setTimeout(done, claimDelayMs));
  part.precheck?.(call, input, payer);
  const replay = gateway.rules.payment.claimBeforeChecks ? {} : claim(call, quote, authorization, operation.key);
  const script = operation.upstream ? gateway.takeScript(operation) : undefined;
  const early = gateway.rules.payment.settleBeforeCall ? settle(call, quote, authorization, operation.key) : undefined;
  const refusal = upstreamRefusal(call, script, part, input);
  if (refusal !== undefined) {
    throw refusal;
  }
  if (script?.outcome === 'slow' && !part.handles?.includes('slow')) await shortDelay();
  const result = await part.run(call, input, { authorization, payer, script, replay, quote });
  return conclude(call, operation, quote, authorization, result, early);
}

function upstreamRefusal<T>(call: Call, script: Script | undefined, part: PaidPart<T>, input: T): Refusal | undefined {
  if (script === undefined || part.handles?.includes(script.outcome)) return undefined;
  return part.refusals?.[script.outcome]?.(call, script, input) ?? standardRefusal(call, script);
}

function conclude(
  call: Call,
  operation: Operation,
  quote: Quote,
  authorization: Authorization,
  result: Result,
  early: Receipt | undefined,
): Answer {
  const rule = call.gateway.rules.payment;
  const shape = (receipt: Receipt | undefined) =>
    typeof result.answer === 'function' ? result.answer(receipt) : result.answer;
  if (!result.charge) return shape(undefined);
  const receipt = early ?? settle(call, quote, authorization, operation.key);
  if (receipt === undefined) {
    if (result.absorb || rule.releaseOnSettleFailure) return shape(undefined);
    result.undo?.();
    const { body, headers } = challenge(call, quote, {
      error: rule.settleFailureError,
      message: 'The transfer did not go through; nothing was charged.',
    });
    return { status: rule.settleFailureStatus, ...(body && { body }), ...(headers && { headers }) };
  }
  if (rule.settleTwice) settle(call, quote, authorization, operation.key);
  const answer = shape(receipt);
  if (receipt.micro === 0) return answer;
  return { ...answer, headers: { ...answer.headers, ...receiptHeaders(call.gateway, receipt, authorization.nonce) } };
}

/** The answer of a free operation, or of any, to a thrown refusal. */
export function refused(error: unknown): Answer {
  if (error instanceof Refusal) return { status: error.status, body: error.body, headers: error.headers };
  return { status: 500, body: { error: 'Internal server error' } };
}
