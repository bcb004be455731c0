import { defineKind } from '../../kind.ts';

export const pathParameterRenamed = defineKind({
  id: 'path-parameter-renamed',
  scope: 'operation',
  when: 'changed',
  title: 'A parameter of a path has another name',
  parts: ['path', 'template', 'wide'],
  levels: { callers: 'risky', operators: 'compatible', suite: 'risky' },
  reason: 'The same paths are served, but arguments of the client are named after parameters',
  advice: 'Rename the argument in calls of the client',
  *find(before, after) {
    if (
      before.path.replace(/\{[^}]*\}/g, '{}') !== after.path.replace(/\{[^}]*\}/g, '{}') ||
      before.path === after.path
    )
      return;
    yield { sentence: `Parameters of \`${after.template}\` were renamed from \`${before.template}\`` };
  },
  example: {
    edit: {
      'operations/audio/get-transcription.yaml': [
        ['{id}', '{job}'],
        ['required: [id]', 'required: [job]'],
        ['    id: { desc', '    job: { desc'],
        ['params: { id:', 'params: { job:'],
      ],
    },
    also: ['operation-example-changed'],
    back: ['path-parameter-renamed', 'operation-example-changed'],
  },
});
