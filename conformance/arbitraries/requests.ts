/** Valid requests of one operation, and how to repair invalid ones. */

import { isObject } from '@tollwright/runtime/values';
import { callKey } from '../check/call-key.ts';
import type { Invocation } from '../check/exchange.ts';
import { oncePer } from '../check/once-per.ts';
import type { Condition, Operation } from '../contract/contract.ts';

import { type Environment, EvaluationError, type Evaluator, UnknownValueError } from '../oracle/evaluate.ts';
import { type FieldPath, readsOf } from '../oracle/reads.ts';
import { propertiesOf } from '../oracle/shapes.ts';
import { sampleOf } from '../requests/sample.ts';
import { choicesOf, listedChoices } from './choices.ts';
import { type Part, readField, rootOf, schemaOf, shapeOfField, writeField } from './fields.ts';
import { type Material, minimal } from './minimal.ts';

/** What is known of the requests of one operation. */
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
  /** The call, changed likewise until it breaks no condition whose status is open. */
  decide(invocation: Invocation, ...pinned: readonly string[]): Invocation | undefined;
}

const parts: readonly Part[] = ['body', 'query', 'params'];

/** The content of a part: a body may be missing, the other parts are always present. */
function contentOf(invocation: Invocation, part: Part): unknown {
  return part === 'body' ? invocation.body : (invocation[part] ?? {});
}

/** Creates the requests of an operation. */
export function createRequests(operation: Operation, evaluator: Evaluator, material: Material): Requests {
  const { validator } = material;

  const environment = oncePer((invocation: Invocation): Environment => {
    const complete = (part: Part): unknown => {
      const schema = schemaOf(operation, part);
      const content = contentOf(invocation, part);
      return schema ? validator.complete(schema, content) : content;
    };
    return { request: complete('body'), query: complete('query'), params: complete('params') };
  });

  /** The state of a condition for a call; `undecided` where it depends on an unknown value. */
  function stateOf({ when, must }: Condition, read: Environment): 'satisfied' | 'broken' | 'undecided' {
    try {
      return (when && !evaluator.holds(when, read)) || evaluator.holds(must, read) ? 'satisfied' : 'broken';
    } catch (error) {
      if (error instanceof UnknownValueError) return 'undecided';
      if (error instanceof EvaluationError) return 'broken';
      throw error;
    }
  }

  const broken = oncePer((invocation: Invocation): readonly Condition[] => {
    const read = environment(invocation);
    return operation.conditions.filter((condition) => stateOf(condition, read) !== 'satisfied');
  });

  function undecided(invocation: Invocation): boolean {
    const read = environment(invocation);
    return operation.conditions.some((condition) => stateOf(condition, read) === 'undecided');
  }

  function fits(invocation: Invocation): boolean {
    return (
      hasKnownKeys(invocation) &&
      parts.every((part) => {
        const schema = schemaOf(operation, part);
        return !schema || validator.valid(schema, contentOf(invocation, part), part !== 'body');
      })
    );
  }

  /** Whether unknown keys are rejected is a property of the body as a whole, not of its schema. */
  function hasKnownKeys({ body }: Invocation): boolean {
    if (operation.body?.unknownKeys !== 'rejected' || !isObject(body)) return true;
    const shapes = validator.shapes(operation.body.schema);
    return Object.keys(body).every((key) => shapes.some((shape) => Object.hasOwn(propertiesOf(shape), key)));
  }

  const allows = (invocation: Invocation) => fits(invocation) && broken(invocation).length === 0;

  function mayAllow(invocation: Invocation): boolean {
    const read = environment(invocation);
    return fits(invocation) && operation.conditions.every((condition) => stateOf(condition, read) !== 'broken');
  }

  // The rules of an operation generate the same requests.
  const repaired = new Map<string, Invocation | undefined>();

  function repair(invocation: Invocation, ...pinned: readonly string[]): Invocation | undefined {
    const key = `${pinned.join(' ')} ${callKey(invocation)}`;
    if (!repaired.has(key)) repaired.set(key, changed(invocation, pinned, broken));
    return repaired.get(key);
  }

  function decide(invocation: Invocation, ...pinned: readonly string[]): Invocation | undefined {
    return changed(invocation, pinned, (call) => broken(call).filter(isOpen));
  }

  function changed(
    invocation: Invocation,
    pinned: readonly string[],
    unmet: (call: Invocation) => readonly Condition[],
  ): Invocation | undefined {
    const done = (call: Invocation) => fits(call) && unmet(call).length === 0;
    let current: Invocation | undefined = invocation;
    for (let round = 0; current && round < 3; round += 1) {
      if (done(current)) return current;
      current = better(current, pinned, unmet);
    }
    return current && done(current) ? current : undefined;
  }

  /** A call with fewer unmet conditions, by one change of a field that they read. */
  function better(
    invocation: Invocation,
    pinned: readonly string[],
    unmet: (call: Invocation) => readonly Condition[],
  ): Invocation | undefined {
    const conditions = unmet(invocation);
    const fields = conditions.flatMap(fieldsReadBy).filter((field) => !pinned.includes(field.join('.')));
    for (const field of fields) {
      for (const choice of choicesOf(field, operation, environment(invocation), evaluator, material)) {
        const next = writeField(invocation, field, choice);
        if (unmet(next).length < conditions.length && fits(next)) return next;
      }
    }
    // Fields that require each other are added together.
    const together = conditions.map((condition) => completed(invocation, condition, pinned));
    return together.find((next) => unmet(next).length < conditions.length && fits(next));
  }

  /** A call with the smallest value of every field that a condition reads and that the call lacks. */
  function completed(invocation: Invocation, condition: Condition, pinned: readonly string[]): Invocation {
    const lacking = fieldsReadBy(condition).filter(
      (field) => !pinned.includes(field.join('.')) && readField(invocation, field) === undefined,
    );
    return lacking.reduce((call, field) => {
      const shape = shapeOfField(operation, field, validator.shapes);
      return shape ? writeField(call, field, minimal(shape, material)) : call;
    }, invocation);
  }

  /** The example with catalog keys that the deployment offers. */
  function offered(example: Invocation): Invocation {
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
    return repair(call) ?? example;
  }

  return {
    operation,
    base: offered(sampleOf(operation)),
    environment,
    broken,
    undecided,
    fits,
    allows,
    mayAllow,
    repair,
    decide,
  };
}

/** True for a condition that the documents leave open. */
function isOpen({ status }: Condition): boolean {
  return status === 'assumed' || status === 'unknown';
}

function fieldsReadBy(condition: Condition): readonly FieldPath[] {
  return [...readsOf(condition.must.tree), ...(condition.when ? readsOf(condition.when.tree) : [])];
}
