import { defineKind } from '../../kind.ts';
import { shown } from '../../words.ts';

export const responseHeaderChanged = defineKind({
  id: 'response-header-changed',
  scope: 'response-header',
  when: 'changed',
  title: 'The text of a header is of another form',
  parts: [
    'type',
    'pattern',
    'format',
    'enum',
    'const',
    'minLength',
    'maxLength',
    'minimum',
    'maximum',
    'anyOf',
    'oneOf',
    'allOf',
    'not',
  ],
  levels: { callers: 'risky', operators: 'risky', suite: 'risky' },
  reason: 'A caller that parses the old form may not read the new one',
  advice: 'Parse both forms',
  *find(before, after) {
    const names = Object.keys({ ...before.own, ...after.own }).filter(
      (name) => shown(before.own[name]) !== shown(after.own[name]),
    );
    const changes = names.map((name) => `${name} ${shown(after.own[name])} instead of ${shown(before.own[name])}`);
    yield { sentence: `A header of HTTP ${after.status} has ${changes.join(', ')}`, parts: names };
  },
  example: {
    edit: { 'errors/service.yaml': ['pattern: "^[0-9]+$"', 'pattern: "^[0-9]{1,3}$"'] },
    back: ['response-header-changed'],
  },
});
