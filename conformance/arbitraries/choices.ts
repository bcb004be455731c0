/** Values to try in one field. */

import { isObject } from '@tollwright/runtime/values/json';
import { oncePer } from '../common/once-per.ts';
import type { Expression, Operation } from '../contract/contract.ts';
import { type Environment, EvaluationError, type Evaluator, plain } from '../oracle/evaluate.ts';
import { type FieldPath, lengthBoundsOf, membershipsOf, writtenOut } from '../oracle/reads.ts';
import { shapeOfField } from './fields.ts';
import { type Material, minimal } from './minimal.ts';

/** The expressions over an operation's requests: its conditions, and its price with the inputs expanded. */
export function expressionsOf(operation: Operation, evaluator: Evaluator): readonly Expression[] {
  return expressionsBy(evaluator)(operation);
}

const expressionsBy = oncePer((evaluator: Evaluator) =>
  oncePer(({ conditions, price }: Operation): readonly Expression[] => {
    const trees = conditions.flatMap(({ when, must }) => [...(when ? [when.tree] : []), must.tree]);
    return price ? [...trees, writtenOut(evaluator.price(price), price)] : trees;
  }),
);

/** Every value of a field whose schema lists them: enumerations, booleans, catalog keys. */
export function listedChoices(
  field: FieldPath,
  operation: Operation,
  material: Material,
): readonly unknown[] | undefined {
  const shape = shapeOfField(operation, field, material.validator.shapes);
  if (!shape) return undefined;
  if (shape.const !== undefined) return [shape.const];
  if (Array.isArray(shape.enum)) return shape.enum;
  if (typeof shape.catalog === 'string') return material.catalogs.lines(shape.catalog).map((line) => line.key);
  return shape.type === 'boolean' ? [false, true] : undefined;
}

/** The members of the sets that an operation's expressions look a field up in, given the other fields. */
export function choicesInExpressions(
  field: FieldPath,
  expressions: readonly Expression[],
  environment: Environment,
  evaluator: Evaluator,
): readonly unknown[] {
  const sets = expressions
    .flatMap(membershipsOf)
    .filter((membership) => membership.field.join('.') === field.join('.'))
    .flatMap(({ set }) => membersOf(set, environment, evaluator));
  return [...new Set(sets)];
}

/** The lengths around those that an operation's expressions compare a field's length with, given the other fields. */
export function lengthsInExpressions(
  field: FieldPath,
  expressions: readonly Expression[],
  environment: Environment,
  evaluator: Evaluator,
): readonly number[] {
  const bounds = expressions.flatMap(lengthBoundsOf).filter((each) => each.field.join('.') === field.join('.'));
  const lengths = bounds.flatMap(({ bound }) => numberIn(bound, environment, evaluator));
  return lengths.flatMap((length) => [length - 1, length, length + 1]).filter((length) => length >= 0);
}

function numberIn(tree: Expression, environment: Environment, evaluator: Evaluator): readonly number[] {
  try {
    const value = plain(evaluator.evaluate(tree, environment));
    return typeof value === 'number' && Number.isSafeInteger(value) ? [value] : [];
  } catch (error) {
    if (error instanceof EvaluationError) return [];
    throw error;
  }
}

function membersOf(set: Expression, environment: Environment, evaluator: Evaluator): readonly unknown[] {
  try {
    const value = plain(evaluator.evaluate(set, environment));
    if (Array.isArray(value)) return value;
    return isObject(value) ? Object.keys(value) : [];
  } catch (error) {
    if (error instanceof EvaluationError) return [];
    throw error;
  }
}

/** Values to try in a field; `undefined` omits it. */
export function choicesOf(
  field: FieldPath,
  operation: Operation,
  environment: Environment,
  evaluator: Evaluator,
  material: Material,
): readonly unknown[] {
  const dependent = choicesInExpressions(field, expressionsOf(operation, evaluator), environment, evaluator);
  const choices = [...(listedChoices(field, operation, material) ?? []), ...dependent];
  const shape = choices.length === 0 ? shapeOfField(operation, field, material.validator.shapes) : undefined;
  const least = shape && minimal(shape, material);
  return [...choices, ...(least === undefined ? [] : [least]), undefined];
}
