import { defineKind } from '../../kind.ts';
import { shown } from '../../words.ts';

export const scenarioRetitled = defineKind({
  id: 'scenario-retitled',
  scope: 'scenario',
  when: 'changed',
  title: 'A scenario has a new title',
  parts: ['title'],
  levels: { callers: 'compatible', operators: 'compatible', suite: 'compatible' },
  reason: 'A title binds nothing',
  advice: 'Nothing',
  *find(before, after) {
    yield { sentence: `The scenario ${shown(before.title)} is called ${shown(after.title)}` };
  },
  example: {
    edit: { 'scenarios/quotes.yaml': ['Two small translations cost the same', 'Small translations cost the same'] },
    back: ['scenario-retitled'],
  },
});
