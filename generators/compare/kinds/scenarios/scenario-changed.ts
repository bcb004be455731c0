import { defineKind } from '../../kind.ts';
import { shown } from '../../words.ts';

export const scenarioChanged = defineKind({
  id: 'scenario-changed',
  scope: 'scenario',
  when: 'changed',
  title: 'A scenario goes otherwise, or ends otherwise',
  parts: ['steps', 'expects'],
  levels: { callers: 'risky', operators: 'risky', suite: 'risky' },
  reason: 'A deployment is judged by other calls or expectations',
  advice: 'Compare both',
  *find(_, after) {
    yield { sentence: `The scenario ${shown(after.title)} has other steps or expectations` };
  },
  example: {
    edit: { 'scenarios/quotes.yaml': ['text: Ja en nee', 'text: Ja of nee'] },
    back: ['scenario-changed'],
  },
});
