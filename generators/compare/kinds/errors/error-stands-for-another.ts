import { defineKind } from '../../kind.ts';
import { shown } from '../../words.ts';

export const errorStandsForAnother = defineKind({
  id: 'error-stands-for-another',
  scope: 'error',
  when: 'changed',
  title: 'An error takes the place of another one',
  parts: ['role'],
  levels: { callers: 'risky', operators: 'risky', suite: 'risky' },
  reason: 'Calls that got the one get the other',
  advice: 'Handle both',
  *find(before, after) {
    yield { sentence: `\`${after.id}\` stands for ${shown(after.role)} instead of ${shown(before.role)}` };
  },
  example: {
    edit: { 'errors/service.yaml': ['from: notes-015, charged', 'from: notes-015, role: invalid-body, charged'] },
    back: ['error-stands-for-another'],
  },
});
