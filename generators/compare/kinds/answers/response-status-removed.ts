import { defineKind } from '../../kind.ts';
import { outcome } from '../../witnesses.ts';

export const responseStatusRemoved = defineKind({
  id: 'response-status-removed',
  scope: 'response',
  when: 'removed',
  title: 'A call is no longer answered with a status',
  parts: ['*'],
  levels: { callers: 'breaking', operators: 'risky', suite: 'breaking' },
  reason: 'A caller that waits for it never gets it',
  advice: 'Handle what is left',
  *find(thing, context) {
    const { operation, host } = context;
    if (!operation || !host) return;
    const left = operation.after.responses.some(({ http }) => http === thing.http);
    yield {
      sentence: `\`${operation.after.id}\` no longer answers HTTP ${thing.http}`,
      ...(!left &&
        outcome(
          ['responses', String(operation.before.responses.indexOf(thing)), 'http'],
          [thing.http, operation.after.responses[operation.before.responses.indexOf(thing)]?.http],
          context,
        )),
    };
  },
  example: {
    given: {
      'operations/text/translate.yaml': [
        'responses:\n',
        'responses:\n  202: { schema: Translation, description: A part of it }\n',
      ],
    },
    edit: { 'operations/text/translate.yaml': ['  202: { schema: Translation, description: A part of it }\n', ''] },
    back: ['response-status-added'],
  },
});
