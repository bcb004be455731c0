import { defineKind } from '../../kind.ts';

export const responseStatusAdded = defineKind({
  id: 'response-status-added',
  scope: 'response',
  when: 'added',
  title: 'A call may be answered with another status',
  parts: ['*'],
  levels: { callers: 'risky', operators: 'compatible', suite: 'risky' },
  reason: 'A caller that knows every status of the old release does not know this one',
  advice: 'Handle it',
  *find(thing, context) {
    yield {
      sentence: `${context.operation ? `\`${context.operation.after.id}\`` : 'A call'} may answer HTTP ${thing.http}: ${thing.description}`,
    };
  },
  example: {
    edit: {
      'operations/text/translate.yaml': [
        'responses:\n',
        'responses:\n  202: { schema: Translation, description: A part of it }\n',
      ],
    },
    back: ['response-status-removed'],
  },
});
