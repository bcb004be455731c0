import type { Change, Operator } from '../mutant.ts';

/** Each expectation of a story broken. */
export const stories: Operator = {
  name: 'story',
  *changes(contract): Generator<Change> {
    for (const story of contract.scenarios) {
      for (const expected of story.expects) {
        const rule = contract.rules.find(({ kind, id }) => kind === 'scenario' && id === expected.id);
        if (!rule) continue;
        const expects = story.expects.filter((each) => each !== expected);
        const scenarios = contract.scenarios.map((each) => (each === story ? { ...story, expects } : each));
        yield { rule, description: `"${expected.summary}" is not kept`, contract: { ...contract, scenarios } };
      }
    }
  },
};
