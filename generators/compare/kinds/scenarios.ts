import { harmless } from '../change.ts';
import { type AnyKind, defineAddedAndRemoved, defineKind } from '../kind.ts';
import { shown } from '../words.ts';

/** Changes of scenarios. */
export const scenarioKinds: readonly AnyKind[] = [
  ...defineAddedAndRemoved({
    scope: 'scenario',
    added: {
      id: 'scenario-added',
      title: 'A scenario is new',
      levels: { callers: 'compatible', operators: 'risky', suite: 'compatible' },
      reason: 'The suite runs it against each deployment',
      advice: 'Run the suite',
      *find(thing) {
        yield { sentence: `The scenario ${shown(thing.title)} is new` };
      },
    },
    removed: {
      id: 'scenario-removed',
      title: 'A scenario was removed',
      levels: { callers: 'risky', operators: 'compatible', suite: 'breaking' },
      reason: 'The suite no longer runs it; baselines and `--only` can no longer name its rules',
      advice: 'Remove its rules from baselines',
      *find(thing) {
        yield { sentence: `The scenario ${shown(thing.title)} was removed` };
      },
    },
    example: {
      edit: {
        'scenarios/quotes.yaml': [
          'scenarios:\n',
          'scenarios:\n  one-translation:\n    title: One translation\n    from: notes-008\n    hosts: [per-call]\n    steps:\n      - { call: translate, pay: none, as: only }\n    expects:\n      - { rule: asked, summary: It is asked for, must: only.body.x402Version == 2 }\n',
        ],
      },
    },
  }),
  defineKind({
    id: 'scenario-changed',
    scope: 'scenario',
    title: 'The steps or expectations of a scenario changed',
    parts: ['steps', 'expects'],
    levels: { callers: 'risky', operators: 'risky', suite: 'risky' },
    reason: 'The suite tests deployments with other calls or expectations',
    advice: 'Compare both',
    *find(_, after) {
      yield { sentence: `The scenario ${shown(after.title)} has other steps or expectations` };
    },
    example: {
      edit: { 'scenarios/quotes.yaml': ['text: Ja en nee', 'text: Ja of nee'] },
    },
  }),
  defineKind({
    id: 'scenario-retitled',
    scope: 'scenario',
    title: 'A scenario has a new title',
    parts: ['title'],
    levels: harmless,
    reason: 'Titles do not affect requests or responses',
    advice: 'Nothing',
    *find(before, after) {
      yield { sentence: `The scenario ${shown(before.title)} is now called ${shown(after.title)}` };
    },
    example: {
      edit: { 'scenarios/quotes.yaml': ['Two small translations cost the same', 'Small translations cost the same'] },
    },
  }),
];
