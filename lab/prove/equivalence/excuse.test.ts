import { beforeAll, describe, expect, test } from 'vitest';
import { type Condition, type Contract, type Operation, readContract } from '#conformance/contract/contract.ts';
import { mutantsOf } from '#lab/mutants/all.ts';
import type { Mutant } from '#lab/mutants/mutant.ts';
import { sideOf } from '../apply/contracts.ts';
import { leftOpen } from '../left-open.ts';
import { excuse } from './excuse.ts';

let contract: Contract;
let mutants: readonly Mutant[];
beforeAll(async () => {
  contract = await readContract('generated/contracts/base.json');
  mutants = mutantsOf(contract);
});

const reasonIn = (of: Contract) => (mutant: Mutant) => excuse(sideOf(of), mutant)?.reason ?? '';

/** The contract with every operation changed. */
function changed(change: (operation: Operation) => Operation): Contract {
  return { ...contract, operations: contract.operations.map(change) };
}

/** The same mutants in a different contract. */
function again(of: Contract, found: readonly Mutant[]): readonly Mutant[] {
  const ids = new Set(found.map(({ id }) => id));
  return mutantsOf(of).filter(({ id }) => ids.has(id));
}

describe('an excuse', () => {
  test('that another operation serves the path is gone once it costs something else', () => {
    const taken = mutants
      .filter(({ operator }) => operator === 'path')
      .filter((mutant) => reasonIn(contract)(mutant).startsWith('Another operation serves its path'));
    expect(taken.length).toBeGreaterThan(0);
    const own = new Set(taken.map(({ rule }) => rule.operation));
    const cheaper = changed((operation) => {
      const { price: _, ...free } = operation;
      return own.has(operation.id) ? free : operation;
    });
    expect(again(cheaper, taken).map(reasonIn(cheaper))).toEqual(taken.map(() => ''));
  });

  test('that the documents contradict each other is gone once they do not', () => {
    const isContradicted = ({ status }: Condition) => status === 'conflict';
    const contradicted = new Set(
      contract.operations.flatMap(({ id, conditions }) =>
        conditions.filter(isContradicted).map((condition) => `${id} ${condition.id}`),
      ),
    );
    const accepted = mutants
      .filter(({ rule }) => contradicted.has(`${rule.operation} ${rule.subject}`))
      .filter((mutant) =>
        reasonIn(contract)(mutant).startsWith('The documents leave open, or contradict each other on'),
      );
    expect(accepted.length).toBeGreaterThan(0);
    const agreed = changed((operation) => ({
      ...operation,
      conditions: operation.conditions.map((condition) =>
        isContradicted(condition) ? { ...condition, status: 'stated' } : condition,
      ),
    }));
    expect(again(agreed, accepted).map(reasonIn(agreed))).toEqual(accepted.map(() => ''));
  });

  test('that null may mean an omitted field is given for optional fields alone', () => {
    const nulls = mutants.filter(({ description }) => description.endsWith('may be null'));
    const [open, stated] = [true, false].map((is) =>
      nulls.filter((mutant) => reasonIn(contract)(mutant).startsWith('The documents leave open whether null') === is),
    );
    const isRequired = ({ rule: { operation, schema } }: Mutant) =>
      contract.rules.some(
        (other) =>
          other.operation === operation &&
          other.kind === 'request' &&
          // Of a field whose presence is open, a rule says so without requiring it.
          other.tier !== 'none' &&
          other.schema?.keyword === 'required' &&
          other.schema.path.join('/') === schema?.path.join('/'),
      );
    expect(open?.length).toBeGreaterThan(0);
    expect(open?.filter(isRequired)).toEqual([]);
    expect(stated?.filter(isRequired).length).toBeGreaterThan(0);
  });

  test('that another rule requires the same is gone once that rule is', () => {
    const found = mutants
      .filter(({ operator }) => operator === 'condition')
      .filter((mutant) => reasonIn(contract)(mutant).startsWith('Wherever it applies in addition'));
    expect(found.length).toBeGreaterThan(0);
    const subjects = new Set(found.map(({ rule }) => rule.subject));
    const touched = new Set(found.map(({ rule }) => rule.operation));
    const alone = changed((operation) => ({
      ...operation,
      conditions: operation.conditions.filter(({ id }) => !touched.has(operation.id) || subjects.has(id)),
    }));
    expect(again(alone, found).map(reasonIn(alone))).toEqual(found.map(() => ''));
  });
});

test('a path under which the documents name no resource is open, and one that leads to named things is not', () => {
  const moved = mutants.filter(({ operator, rule }) => operator === 'path' && rule.kind === 'operation');
  const open = moved.filter((mutant) => leftOpen(contract, mutant) !== undefined);
  const operations = open.map(({ rule }) => contract.operations.find(({ id }) => id === rule.operation));
  expect(open.length).toBeGreaterThan(0);
  expect(operations.every((operation) => operation?.params)).toBe(true);
  expect(open.length).toBeLessThan(moved.length / 2);
});
