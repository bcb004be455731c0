import { describe, expect, test } from 'vitest';
import { labContract } from '../testing/lab-contract.ts';
import { without } from './absent.ts';

const [first] = labContract.operations;
const gone = new Set([first?.id ?? '']);

describe('without', () => {
  test('leaves a contract whole where nothing is absent', () => {
    expect(without(labContract, new Set())).toEqual({ contract: labContract, untestable: new Map() });
  });

  test('drops an operation and says why its rules cannot be tested', () => {
    const { contract, untestable } = without(labContract, gone);
    expect(contract.operations.map(({ id }) => id)).not.toContain(first?.id);
    const own = labContract.rules.filter(({ operation }) => operation === first?.id);
    expect([...untestable.keys()]).toEqual(expect.arrayContaining(own.map(({ id }) => id)));
    for (const reason of untestable.values()) expect(reason).toContain(first?.id);
  });

  test('drops the stories that call it', () => {
    const { contract } = without(labContract, gone);
    expect(contract.scenarios.flatMap(({ steps }) => steps.map(({ call }) => call))).not.toContain(first?.id);
  });
});
