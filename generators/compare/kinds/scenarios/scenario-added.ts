import { defineKind } from '../../kind.ts';
import { shown } from '../../words.ts';

export const scenarioAdded = defineKind({
  id: 'scenario-added',
  scope: 'scenario',
  when: 'added',
  title: 'A scenario is new',
  parts: ['*'],
  levels: { callers: 'compatible', operators: 'risky', suite: 'compatible' },
  reason: 'A deployment is judged by it',
  advice: 'Run the suite',
  *find(thing) {
    yield { sentence: `The scenario ${shown(thing.title)} is new` };
  },
  example: {
    edit: {
      'scenarios/quotes.yaml': [
        'scenarios:\n',
        'scenarios:\n  one-translation:\n    title: One translation\n    from: notes-008\n    hosts: [per-call]\n    steps:\n      - { call: translate, pay: none, as: only }\n    expects:\n      - { rule: asked, summary: It is asked for, must: only.body.x402Version == 2 }\n',
      ],
    },
    back: ['scenario-removed'],
  },
});
