import { defineKind } from '../../kind.ts';
import { requestAccepted } from '../../witnesses.ts';

export const operationMoved = defineKind({
  id: 'operation-moved',
  scope: 'operation',
  when: 'changed',
  title: 'An operation has another path',
  parts: ['path', 'template', 'wide', 'segments'],
  levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
  reason: 'Calls of the old path get 404; a deployment that serves the old path alone breaks `<operation>.exists`',
  advice: 'Call the new path; serve it, and keep the old one while callers move',
  *find(before, after, context) {
    if (
      before.template === after.template ||
      before.path.replace(/\{[^}]*\}/g, '{}') === after.path.replace(/\{[^}]*\}/g, '{}')
    )
      return;
    const [one = '', other = ''] = [context.host?.before.host.prefix, context.host?.after.host.prefix];
    if (one !== other && after.template === before.template.replace(one, other)) {
      yield { implied: ['path', 'template'], by: 'prefix-changed' };
      return;
    }
    yield {
      sentence: `\`${after.id}\` is at \`${after.template}\` instead of \`${before.template}\``,
      ...requestAccepted('before', before, context.host),
    };
  },
  example: {
    edit: { 'operations/text/list-languages.yaml': ['{prefix}/languages', '{prefix}/tongues'] },
    back: ['operation-moved'],
  },
});
