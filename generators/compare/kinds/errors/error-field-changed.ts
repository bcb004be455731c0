import { defineKind } from '../../kind.ts';
import { shown } from '../../words.ts';

export const errorFieldChanged = defineKind({
  id: 'error-field-changed',
  scope: 'error-field',
  when: 'changed',
  title: 'A field of the body of an error has another value',
  parts: [
    'type',
    'const',
    'enum',
    'pattern',
    'format',
    'required',
    'minimum',
    'maximum',
    'minLength',
    'maxLength',
    'anyOf',
    'oneOf',
    'allOf',
    'not',
  ],
  levels: { callers: 'risky', operators: 'risky', suite: 'risky' },
  reason: 'A caller that compares it with the old value does not recognize the error',
  advice: 'Compare with the new value',
  *find(before, after) {
    const [one, other] = [before, after].map(({ own, required }) => ({ ...own, required }));
    const names = Object.keys({ ...one, ...other }).filter(
      (name) => shown(Object(one)[name]) !== shown(Object(other)[name]),
    );
    const changes = names.map((name) => `${name} ${shown(Object(other)[name])} instead of ${shown(Object(one)[name])}`);
    yield {
      sentence: `\`${after.path.join('.') || 'The body'}\` of HTTP ${after.status} has ${changes.join(', ')}`,
      parts: names,
    };
  },
  example: {
    edit: { 'errors/service.yaml': ['const: Slow down', 'const: Slower'] },
    back: ['error-field-changed'],
  },
});
