import type { Change, Operator } from '../mutant.ts';

/** Each expectation of a scenario broken. */
export const scenarios: Operator = {
  name: 'scenario',
  *changes(contract): Generator<Change> {
    for (const scenario of contract.scenarios) {
      for (const expected of scenario.expects) {
        const rule = contract.rules.find(({ kind, id }) => kind === 'scenario' && id === expected.id);
        if (!rule) continue;
        const expects = scenario.expects.filter((each) => each !== expected);
        const changed = contract.scenarios.map((each) => (each === scenario ? { ...scenario, expects } : each));
        yield { rule, description: `"${expected.summary}" is not kept`, contract: { ...contract, scenarios: changed } };
      }
    }
  },
};
