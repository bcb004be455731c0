/** Requests that are planned before any of them is sent: each says what its response must be. */

import type { OperationContext } from '../arbitraries/domain.ts';
import { type Part, schemaOf, withPart } from '../arbitraries/fields.ts';
import { nearMisses } from '../arbitraries/near-misses.ts';
import { errorsOf } from '../calls/responses.ts';
import type { Level, RunSettings } from '../check/run.ts';
import type { ErrorEntry, Operation, Rule } from '../contract/contract.ts';
import type { Invocation } from '../http/exchange.ts';
import type { FieldPath } from '../oracle/reads.ts';
import { propertiesOf } from '../oracle/shapes.ts';

interface RequestPlan {
  readonly invocation: Invocation;
  /** The operation's example, which shows whether the target accepts any request. */
  readonly example: Invocation;
  /** Why it is valid or invalid, for the report. */
  readonly because: string;
  /** True where it may be paid for to see whether it is refused. */
  readonly payable: boolean;
}

/** A request that must be refused. */
export interface InvalidRequest extends RequestPlan {
  readonly valid: false;
  readonly part: Part;
  /** The errors that may refuse it: its own, and those of conditions that it breaks as well. */
  readonly errors: readonly ErrorEntry[];
  /** True where it must be refused before the challenge. */
  readonly validatedFirst: boolean;
  /** The invalid field, the fields around it (an error may name any of them), and whether every error must name it. */
  readonly names?: { readonly name: string; readonly around?: readonly string[]; readonly always: boolean };
}

/** A request that must be accepted: served, or priced. */
export interface ValidRequest extends RequestPlan {
  readonly valid: true;
  /**
   * Requests that differ from it in the field in question only: if one of them is accepted, a refusal is about that field.
   */
  readonly siblings: readonly Invocation[];
  /** A field that it lacks: an error that names this field and none that it has is about this field. */
  readonly field?: string;
  /** The fields in question: another valid request with the same values in them, once accepted, shows the same. */
  readonly shows: readonly FieldPath[];
  /** An invalid request that shows whether the target validates after payment; absent where the documents exclude it. */
  readonly probe?: Invocation;
}

/** A request with the response that it must get. */
export type PlannedRequest = InvalidRequest | ValidRequest;

/** Plans one invalid request; `error` is the id of its own error, by default the error of any invalid body. */
export function planInvalid(
  { contract, level }: RunSettings,
  rule: Rule,
  { requests }: OperationContext,
  {
    error,
    ...wrong
  }: Pick<InvalidRequest, 'invocation' | 'part' | 'because' | 'names'> & { readonly error?: string | undefined },
): InvalidRequest {
  const { operation } = wrong.invocation;
  const broken = requests.broken(wrong.invocation);
  return {
    ...wrong,
    valid: false,
    example: requests.base,
    errors: [error, ...broken.map((condition) => condition.error)].flatMap((id) => errorsOf(contract, operation, id)),
    validatedFirst: validatesFirst(operation, rule),
    payable: mayBePaid(rule, level),
  };
}

/** Plans one valid request. */
export function planValid(
  { level }: RunSettings,
  rule: Rule,
  context: OperationContext,
  {
    siblings = [],
    shows = [],
    field,
    ...right
  }: Pick<ValidRequest, 'invocation' | 'because'> & {
    readonly siblings?: readonly Invocation[];
    readonly shows?: readonly FieldPath[];
    readonly field?: string | undefined;
  },
): ValidRequest {
  const payable = mayBePaid(rule, level);
  const probe = payable ? lateProbe(context) : undefined;
  return {
    ...right,
    valid: true,
    example: context.requests.base,
    siblings,
    shows,
    payable,
    ...(field !== undefined && { field }),
    ...(probe && { probe }),
  };
}

function mayBePaid({ tier }: Rule, level: Level): boolean {
  return tier === 'must' && level !== 'free';
}

/** True where an invalid request must be rejected before the challenge: by one rule, or by any. */
export function validatesFirst({ body, validates }: Operation, rule?: Rule): boolean {
  const [field = ''] = rule?.schema?.in === 'body' ? rule.schema.path : [];
  return validates === 'before-challenge' || body?.validates === 'before-challenge' || !!body?.first?.includes(field);
}

/** An invalid request that gets a challenge only from a target that validates after payment; `undefined` where there is none. */
export function lateProbe({ operation, requests: { base }, material }: OperationContext): Invocation | undefined {
  if (operation.auth !== 'payment' || validatesFirst(operation)) return undefined;
  const part = operation.body ? 'body' : 'query';
  const schema = schemaOf(operation, part);
  if (!schema) return undefined;
  const [shape = {}] = material.validator.shapes(schema);
  for (const [name, { enum: members }] of Object.entries(propertiesOf(shape))) {
    const keyword = part === 'body' ? 'type' : 'enum';
    if (keyword === 'enum' && !members) continue;
    const [miss] = nearMisses({ schema, path: [name], keyword }, base[part], material);
    if (miss) return withPart(base, part, miss.value);
  }
  return undefined;
}
