import type { Condition, Contract, Formula, Operation } from '#conformance/contract/contract.ts';
import { withOperation } from '../edit.ts';
import type { Change, Operator } from '../mutant.ts';

/** Drops and inverts each rule across fields of a request, and applies it where it does not apply. */
export const conditions: Operator = {
  name: 'condition',
  *changes(contract) {
    for (const operation of contract.operations) {
      for (const condition of operation.conditions) {
        const rule = contract.rules.find(({ id }) => id === condition.id);
        if (!rule) continue;
        for (const { words, by } of [
          { words: 'is dropped', by: undefined },
          { words: 'is inverted', by: { ...condition, must: inverted(condition.must) } },
          ...(condition.when ? [{ words: 'holds where it should not apply', by: always(condition) }] : []),
        ]) {
          yield {
            rule,
            description: `"${condition.summary}" ${words}`,
            contract: put(contract, operation, condition, by),
          };
        }
      }
    }
  },
};

/** Breaks each rule about a response and its request. */
export const promises: Operator = {
  name: 'promise',
  *changes(contract): Generator<Change> {
    for (const operation of contract.operations) {
      for (const ensured of operation.ensures) {
        const rule = contract.rules.find(({ id }) => id === ensured.id);
        if (!rule) continue;
        const changed = withOperation(contract, operation.id, (each) => ({
          ...each,
          ensures: each.ensures.filter((one) => one !== ensured),
        }));
        yield { rule, description: `"${ensured.summary}" is not kept`, contract: changed };
      }
    }
  },
};

function inverted({ text, tree }: Formula): Formula {
  return { text: `!(${text})`, tree: { op: 'not', value: tree } };
}

function always({ when: _, ...condition }: Condition): Condition {
  return condition;
}

function put(contract: Contract, { id }: Operation, condition: Condition, by: Condition | undefined): Contract {
  return withOperation(contract, id, (each) => ({
    ...each,
    conditions: each.conditions.flatMap((one) => (one === condition ? (by ?? []) : one)),
  }));
}
