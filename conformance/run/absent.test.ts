import { describe, expect, test } from 'vitest';
import { readContract } from '../contract.ts';
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

  test('tests no transition whose story it drops', async () => {
    expect.hasAssertions();
    const whole = await readContract('generated/contracts/base.json');
    const transitions = Object.values(whole.machines).flatMap((machine) => machine.transitions);
    for (const scenario of whole.scenarios) {
      const shown = transitions.filter(({ shownBy }) => scenario.expects.some(({ id }) => id === shownBy));
      for (const call of new Set(scenario.steps.map((step) => step.call))) {
        if (call === undefined || shown.length === 0) continue;
        const { untestable } = without(whole, new Set([call]));
        expect([...untestable.keys()]).toEqual(expect.arrayContaining(shown.map(({ id }) => id)));
      }
    }
  });
});
