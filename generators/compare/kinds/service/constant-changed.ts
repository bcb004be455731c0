import { defineKind } from '../../kind.ts';
import { shown } from '../../words.ts';

export const constantChanged = defineKind({
  id: 'constant-changed',
  scope: 'service',
  when: 'changed',
  title: 'A constant of the formulas changed',
  parts: ['constants'],
  levels: { callers: 'compatible', operators: 'compatible', suite: 'compatible' },
  reason: 'What it does to each price is reported with the price',
  advice: 'Look at the prices',
  *find(before, after) {
    const names = [...new Set([...Object.keys(before.constants), ...Object.keys(after.constants)])];
    for (const name of names) {
      const [one, other] = [before.constants[name], after.constants[name]];
      if (one !== other)
        yield {
          sentence: `The constant \`${name}\` is ${shown(other)} instead of ${shown(one)}`,
          path: ['constants', name],
        };
    }
  },
  example: {
    given: { 'service.yaml': ['constants:\n', 'constants:\n  spare: "1"\n'] },
    edit: { 'service.yaml': ['spare: "1"', 'spare: "2"'] },
    back: ['constant-changed'],
  },
});
