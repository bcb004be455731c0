import { defineKind } from '../../kind.ts';
import { shown } from '../../words.ts';

export const scenarioRemoved = defineKind({
  id: 'scenario-removed',
  scope: 'scenario',
  when: 'removed',
  title: 'A scenario is gone',
  parts: ['*'],
  levels: { callers: 'risky', operators: 'compatible', suite: 'breaking' },
  reason: 'Nothing holds a deployment to it; its rules can no longer be named',
  advice: 'Take its rules out of baselines',
  *find(thing) {
    yield { sentence: `The scenario ${shown(thing.title)} is gone` };
  },
  example: {
    given: {
      'scenarios/quotes.yaml': [
        'scenarios:\n',
        'scenarios:\n  one-translation:\n    title: One translation\n    from: notes-008\n    hosts: [per-call]\n    steps:\n      - { call: translate, pay: none, as: only }\n    expects:\n      - { rule: asked, summary: It is asked for, must: only.body.x402Version == 2 }\n',
      ],
    },
    edit: {
      'scenarios/quotes.yaml': [
        '  one-translation:\n    title: One translation\n    from: notes-008\n    hosts: [per-call]\n    steps:\n      - { call: translate, pay: none, as: only }\n    expects:\n      - { rule: asked, summary: It is asked for, must: only.body.x402Version == 2 }\n',
        '',
      ],
    },
    back: ['scenario-added'],
  },
});
