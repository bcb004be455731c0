import { defineKind } from '../../kind.ts';

export const questionOpened = defineKind({
  id: 'question-opened',
  scope: 'question',
  when: 'added',
  title: 'The documents leave something open that they did not',
  parts: ['*'],
  levels: { callers: 'risky', operators: 'risky', suite: 'risky' },
  reason: 'What was certain is now a choice; deployments may differ in it',
  advice: 'Read what the suite accepts',
  *find(thing) {
    yield { sentence: `\`${thing.id}\` is open: ${thing.decision}` };
  },
  example: {
    edit: {
      'questions/harbour-dues.yaml': `question: harbour-dues
kind: assumption
statements: [notes-008]
decision: Dues are in the price.
reason: The notes name none.
accepts: Any quote.
`,
    },
    back: ['question-closed'],
  },
});
