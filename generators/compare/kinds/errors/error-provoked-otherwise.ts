import { defineKind } from '../../kind.ts';
import { shown } from '../../words.ts';

export const errorProvokedOtherwise = defineKind({
  id: 'error-provoked-otherwise',
  scope: 'error',
  when: 'changed',
  title: 'The suite brings an error about in another way',
  parts: ['provoke'],
  levels: { callers: 'compatible', operators: 'compatible', suite: 'risky' },
  reason: 'A run tries something else',
  advice: 'Nothing',
  *find(_, after) {
    yield { sentence: `\`${after.id}\` is brought about by ${shown({ ...after.provoke })}` };
  },
  example: {
    edit: { 'errors/service.yaml': ['provoke: { upstream: fail }', 'provoke: { upstream: timeout }'] },
    back: ['error-provoked-otherwise'],
  },
});
