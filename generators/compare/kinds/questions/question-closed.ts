import { defineKind } from '../../kind.ts';

export const questionClosed = defineKind({
  id: 'question-closed',
  scope: 'question',
  when: 'removed',
  title: 'A question is closed',
  parts: ['*'],
  levels: { callers: 'compatible', operators: 'risky', suite: 'risky' },
  reason:
    'What deployments could choose they may have to do in one way; what they have to do is reported with its rules',
  advice: 'Look at the rules that rest on its statements',
  *find(thing) {
    yield { sentence: `\`${thing.id}\` is no longer open` };
  },
  example: {
    given: {
      'questions/harbour-dues.yaml': `question: harbour-dues
kind: assumption
statements: [notes-008]
decision: Dues are in the price.
reason: The notes name none.
accepts: Any quote.
`,
    },
    edit: { 'questions/harbour-dues.yaml': undefined },
    back: ['question-opened'],
  },
});
