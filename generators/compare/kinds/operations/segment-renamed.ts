import { defineKind } from '../../kind.ts';
import { requestAccepted } from '../../witnesses.ts';

export const segmentRenamed = defineKind({
  id: 'segment-renamed',
  scope: 'operation',
  when: 'changed',
  title: 'The usual name of a segment of a path changed',
  parts: ['segments'],
  levels: { callers: 'breaking', operators: 'risky', suite: 'compatible' },
  reason: 'Callers that have the old name in their paths get 404; a deployment may keep a name of its own',
  advice: 'Call the new path',
  *find(before, after, context) {
    if (before.path === after.path) return;
    yield {
      sentence: `\`${after.template}\` is served at \`${after.path}\` instead of \`${before.path}\``,
      parts: ['segments', 'path', 'template'],
      ...requestAccepted('before', before, context.host),
    };
  },
  example: {
    edit: { 'service.yaml': ['desk: desk', 'desk: counter'] },
    also: ['operation-moved'],
    back: ['operation-moved', 'segment-renamed'],
  },
});
