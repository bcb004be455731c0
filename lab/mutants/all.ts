/** Every mutant of a contract. */

import type { Contract } from '#conformance/contract/contract.ts';
import type { Mutant, Operator } from './mutant.ts';
import { keys, tables } from './operators/catalogs.ts';
import { conditions, promises } from './operators/conditions.ts';
import { errors } from './operators/errors.ts';
import { effects, invariants, scenarios, transitions } from './operators/machines.ts';
import { access, limits, paths, payment, streams } from './operators/operations.ts';
import { prices } from './operators/prices.ts';
import {
  bounds,
  constants,
  defaults,
  members,
  otherKeywords,
  presence,
  texts,
  types,
  unknownKeys,
} from './operators/schemas.ts';

/** The ways to change a contract, in the order of the kill matrix. */
export const operators: readonly Operator[] = [
  bounds,
  presence,
  defaults,
  members,
  texts,
  types,
  keys,
  otherKeywords,
  constants,
  unknownKeys,
  conditions,
  promises,
  prices,
  tables,
  transitions,
  effects,
  invariants,
  errors,
  limits,
  paths,
  payment,
  access,
  streams,
  scenarios,
];

/** Lists every mutant; the same contract gives the same ids in the same order. */
export function mutantsOf(contract: Contract): readonly Mutant[] {
  const counts = new Map<string, number>();
  return operators.flatMap((operator) =>
    [...operator.changes(contract)].map((change) => {
      const name = `${change.rule.id}/${operator.name}`;
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      return { ...change, operator: operator.name, id: count === 1 ? name : `${name}-${count}` };
    }),
  );
}
