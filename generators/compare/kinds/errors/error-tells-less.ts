import { defineKind } from '../../kind.ts';

export const errorTellsLess = defineKind({
  id: 'error-tells-less',
  scope: 'error',
  when: 'changed',
  title: 'An error no longer names the field, or the values that are accepted',
  parts: ['names', 'lists'],
  levels: { callers: 'risky', operators: 'compatible', suite: 'risky' },
  reason: 'A caller that shows them has nothing to show',
  advice: 'Do without them',
  *find(before, after) {
    const lost = (['names', 'lists'] as const).filter((part) => before[part] && !after[part]);
    if (lost.length === 0) return;
    yield {
      sentence: `\`${after.id}\` no longer ${lost.map((part) => (part === 'names' ? 'names the field' : 'lists what is accepted')).join(' or ')}`,
      parts: lost,
    };
  },
  example: {
    given: { 'errors/service.yaml': ['from: notes-015, charged', 'from: notes-015, lists: true, charged'] },
    edit: { 'errors/service.yaml': ['lists: true, ', ''] },
    back: ['error-tells-more'],
  },
});
