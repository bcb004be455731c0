import { defineKind } from '../../kind.ts';

export const errorTellsMore = defineKind({
  id: 'error-tells-more',
  scope: 'error',
  when: 'changed',
  title: 'An error names the field, or the values that are accepted',
  parts: ['names', 'lists'],
  levels: { callers: 'compatible', operators: 'risky', suite: 'risky' },
  reason: 'Callers learn more; a deployment that does not say it breaks the rule',
  advice: 'Say it in the body',
  *find(before, after) {
    const gained = (['names', 'lists'] as const).filter((part) => after[part] && !before[part]);
    if (gained.length === 0) return;
    yield {
      sentence: `\`${after.id}\` ${gained.map((part) => (part === 'names' ? 'names the field' : 'lists what is accepted')).join(' and ')}`,
      parts: gained,
    };
  },
  example: {
    edit: { 'errors/service.yaml': ['from: notes-015, charged', 'from: notes-015, lists: true, charged'] },
    back: ['error-tells-less'],
  },
});
