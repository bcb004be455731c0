/** Valid requests of one operation, and how to repair invalid ones. */

import { isObject } from '@tollwright/runtime/values/json';
import { oncePer } from '../common/once-per.ts';
import type { Condition, Operation } from '../contract/contract.ts';
import { callKey, type Invocation } from '../http/exchange.ts';
import { sampleOf } from '../http/sample.ts';
import { type Environment, EvaluationError, type Evaluator, UnknownValueError } from '../oracle/evaluate.ts';
import type { FieldPath } from '../oracle/reads.ts';
import type { SchemaValidator } from '../oracle/schema.ts';
import { propertiesOf } from '../oracle/shapes.ts';
import { listedChoices } from './choices.ts';
import { canBeHeader, type Part, rootOf, schemaOf, writeField } from './fields.ts';
import type { Material } from './minimal.ts';
import { decided, repaired } from './repair.ts';

/** The requests of one operation: which are valid, and how to repair others. */
export interface Requests {
  readonly operation: Operation;
  /** The operation's example, repaired where this deployment does not offer what it names. */
  readonly base: Invocation;
  /** The variables of formulas: the parts of a call with their defaults filled in. */
  environment(invocation: Invocation): Environment;
  /** The conditions that a call breaks, including those that cannot be evaluated. */
  broken(invocation: Invocation): readonly Condition[];
  /** True when a condition depends on a value that is unknown for this target. */
  undecided(invocation: Invocation): boolean;
  /** True when the call satisfies the schemas of all parts. */
  fits(invocation: Invocation): boolean;
  /** True when the call satisfies schemas and conditions. */
  allows(invocation: Invocation): boolean;
  /** True when nothing forbids the call, although the documents may leave open whether it is accepted. */
  mayAllow(invocation: Invocation): boolean;
  /** The call with other fields than the pinned ones changed until it is valid; `undefined` where that fails. */
  repair(invocation: Invocation, ...pinned: readonly string[]): Invocation | undefined;
  /** The call, changed likewise until it breaks no condition but one. */
  repairOthers(condition: Condition, invocation: Invocation, ...pinned: readonly string[]): Invocation | undefined;
  /** The call, changed likewise until it breaks no condition, whether or not it satisfies the schemas. */
  meetConditions(invocation: Invocation, ...pinned: readonly string[]): Invocation | undefined;
  /**
   * The call, changed likewise until it certainly breaks no condition whose status is open, whether or not it satisfies
   * the schemas: such a condition says where a deployment may ignore a field.
   */
  decide(invocation: Invocation, ...pinned: readonly string[]): Invocation | undefined;
}

const parts: readonly Part[] = ['body', 'query', 'params', 'header'];

/** The content of a part: a body may be missing, the other parts are always present. */
function contentOf(invocation: Invocation, part: Part): unknown {
  return part === 'body' ? invocation.body : (invocation[part] ?? {});
}

/** The parts of a call by the names that formulas use, with their defaults filled in. */
function completed(operation: Operation, invocation: Invocation, validator: SchemaValidator): Environment {
  const complete = (part: Part): unknown => {
    const schema = schemaOf(operation, part);
    const content = contentOf(invocation, part);
    return schema ? validator.complete(schema, content) : content;
  };
  return { request: complete('body'), query: complete('query'), params: complete('params') };
}

/** True when a call satisfies the schemas of all parts. */
function fitsSchemas(operation: Operation, invocation: Invocation, validator: SchemaValidator): boolean {
  return (
    hasKnownKeys(operation, invocation, validator) &&
    canBeHeader(invocation.header) &&
    parts.every((part) => {
      const schema = schemaOf(operation, part);
      return !schema || validator.valid(schema, contentOf(invocation, part), part !== 'body');
    })
  );
}

/** Creates the requests of an operation. */
export function createRequests(operation: Operation, evaluator: Evaluator, material: Material): Requests {
  const { validator } = material;
  const { conditions } = operation;
  const environment = oncePer((invocation: Invocation) => completed(operation, invocation, validator));
  const stateIn = (condition: Condition, invocation: Invocation) =>
    conditionState(condition, environment(invocation), evaluator);
  const broken = oncePer((invocation: Invocation): readonly Condition[] =>
    conditions.filter((condition) => stateIn(condition, invocation) !== 'satisfied'),
  );
  const fits = (invocation: Invocation) => fitsSchemas(operation, invocation, validator);
  const repairParts = { operation, evaluator, material, environment, fits };
  // The rules of an operation generate the same requests.
  const repairs = new Map<string, Invocation | undefined>();

  function repair(invocation: Invocation, ...pinned: readonly string[]): Invocation | undefined {
    const key = `${pinned.join(' ')} ${callKey(invocation)}`;
    if (!repairs.has(key)) repairs.set(key, repaired(invocation, { pinned, unmet: broken }, repairParts));
    return repairs.get(key);
  }

  const example = sampleOf(operation);
  return {
    operation,
    base: repair(withOfferedKeys(example, material)) ?? example,
    environment,
    broken,
    undecided: (invocation) => conditions.some((condition) => stateIn(condition, invocation) === 'undecided'),
    fits,
    allows: (invocation) => fits(invocation) && broken(invocation).length === 0,
    mayAllow: (invocation) =>
      fits(invocation) && conditions.every((condition) => stateIn(condition, invocation) !== 'broken'),
    repair,
    repairOthers: (condition, invocation, ...pinned) =>
      repaired(invocation, { pinned, unmet: (call) => without(condition, broken(call)) }, repairParts),
    meetConditions: (invocation, ...pinned) =>
      repaired(invocation, { pinned, unmet: broken }, { ...repairParts, fits: () => true }),
    decide: (invocation, ...pinned) => decided(invocation, pinned, repairParts),
  };
}

function without(condition: Condition, conditions: readonly Condition[]): readonly Condition[] {
  return conditions.filter((other) => other !== condition);
}

/** The state of a condition for a call; `undecided` where it depends on an unknown value. */
function conditionState(
  { when, must }: Condition,
  read: Environment,
  evaluator: Evaluator,
): 'satisfied' | 'broken' | 'undecided' {
  try {
    return (when && !evaluator.holds(when, read)) || evaluator.holds(must, read) ? 'satisfied' : 'broken';
  } catch (error) {
    if (error instanceof UnknownValueError) return 'undecided';
    if (error instanceof EvaluationError) return 'broken';
    throw error;
  }
}

/** The example with catalog keys that the deployment offers. */
function withOfferedKeys(example: Invocation, material: Material): Invocation {
  const { operation } = example;
  const { validator } = material;
  let call = example;
  for (const part of parts) {
    const schema = schemaOf(operation, part);
    for (const error of schema ? validator.errors(schema, contentOf(call, part), part !== 'body') : []) {
      if (error.keyword !== 'catalog') continue;
      const field: FieldPath = [rootOf[part], ...error.path];
      const [key] = listedChoices(field, operation, material) ?? [];
      if (key !== undefined) call = writeField(call, field, key);
    }
  }
  return call;
}

/** Whether unknown keys are rejected is a property of the body as a whole, not of its schema. */
function hasKnownKeys(operation: Operation, { body }: Invocation, validator: SchemaValidator): boolean {
  return operation.body?.unknownKeys !== 'rejected' || unknownKeysOf(operation, body, validator).length === 0;
}

/** The keys of a body that no schema of it has. */
export function unknownKeysOf(
  { body: described }: Operation,
  body: unknown,
  { shapes: shapesOf }: SchemaValidator,
): readonly string[] {
  if (!described || !isObject(body)) return [];
  const shapes = shapesOf(described.schema);
  return Object.keys(body).filter((key) => !shapes.some((shape) => Object.hasOwn(propertiesOf(shape), key)));
}
