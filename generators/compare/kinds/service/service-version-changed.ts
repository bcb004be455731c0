import { defineKind } from '../../kind.ts';
import { shown } from '../../words.ts';

export const serviceVersionChanged = defineKind({
  id: 'service-version-changed',
  scope: 'service',
  when: 'changed',
  title: 'The service has a new version',
  parts: ['version'],
  levels: { callers: 'compatible', operators: 'compatible', suite: 'compatible' },
  reason: 'The version says that something changed, not what',
  advice: 'Read the other changes',
  *find(before, after) {
    yield { sentence: `The version is ${shown(after.version)} instead of ${shown(before.version)}` };
  },
  example: {
    edit: { 'service.yaml': ['version: 0.3.0', 'version: 0.4.0'] },
    back: ['service-version-changed'],
  },
});
