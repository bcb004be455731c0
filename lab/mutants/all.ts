/** Every mutant of a contract. */

import type { Contract } from '#conformance/contract/contract.ts';
import type { Mutant, Operator } from './mutant.ts';
import { bounds } from './operators/bounds.ts';
import { conditions, promises } from './operators/conditions.ts';
import { constants } from './operators/constants.ts';
import { defaults } from './operators/defaults.ts';
import { errors } from './operators/errors.ts';
import { keys } from './operators/keys.ts';
import { limits } from './operators/limits.ts';
import { effects, invariants, transitions } from './operators/machines.ts';
import { members } from './operators/members.ts';
import { otherKeywords } from './operators/other-keywords.ts';
import { paths } from './operators/paths.ts';
import { payment } from './operators/payment.ts';
import { presence } from './operators/presence.ts';
import { prices } from './operators/prices.ts';
import { scenarios } from './operators/scenarios.ts';
import { streams } from './operators/streams.ts';
import { tables } from './operators/tables.ts';
import { texts } from './operators/texts.ts';
import { types } from './operators/types.ts';
import { unknownKeys } from './operators/unknown-keys.ts';

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
