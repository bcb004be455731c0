import { harmless } from '../change.ts';
import { type AnyKind, defineAddedAndRemoved, defineKind } from '../kind.ts';
import { listed } from '../words.ts';

/** Changes of what the documents leave open. */
export const questionKinds: readonly AnyKind[] = [
  ...defineAddedAndRemoved({
    scope: 'question',
    added: {
      id: 'question-opened',
      title: 'The documents leave something open that they did not',
      levels: { callers: 'risky', operators: 'risky', suite: 'risky' },
      reason: 'What was certain is now a choice; deployments may differ in it',
      advice: 'Read what the suite accepts',
      *find(thing) {
        yield { sentence: `\`${thing.id}\` is open: ${thing.decision}` };
      },
    },
    removed: {
      id: 'question-closed',
      title: 'A question is closed',
      levels: { callers: 'compatible', operators: 'risky', suite: 'risky' },
      reason:
        'What deployments could choose they may have to do in one way; what they have to do is reported with its rules',
      advice: 'Look at the rules that rest on its statements',
      *find(thing) {
        yield { sentence: `\`${thing.id}\` is no longer open` };
      },
    },
    example: {
      edit: {
        'questions/service.yaml': [
          'questions:\n',
          `questions:
  harbour-dues:
    kind: assumption
    statements: [notes-008]
    decision: Dues are in the price.
    reason: The notes name none.
    accepts: Any quote.
`,
        ],
      },
    },
  }),
  defineKind({
    id: 'question-decision-changed',
    scope: 'question',
    title: 'An open question is decided otherwise',
    parts: ['decision'],
    levels: { callers: 'risky', operators: 'risky', suite: 'compatible' },
    reason: 'This gateway behaves otherwise; deployments may do as before, as the suite accepts both',
    advice: 'Look at what callers of this gateway get',
    *find(_, after) {
      yield { sentence: `\`${after.id}\` is decided: ${after.decision}` };
    },
    example: {
      edit: { 'questions/service.yaml': ['costs twice as much', 'costs three times as much'] },
    },
  }),
  defineKind({
    id: 'question-acceptance-changed',
    scope: 'question',
    title: 'The suite accepts something else where a question is open',
    parts: ['accepts'],
    levels: { callers: 'compatible', operators: 'risky', suite: 'risky' },
    reason: 'A deployment that was accepted may not be any more',
    advice: 'Run the suite',
    *find(_, after) {
      yield { sentence: `Of \`${after.id}\` the suite accepts: ${after.accepts}` };
    },
    example: {
      edit: { 'questions/service.yaml': ['Any quote', 'Any price'] },
    },
  }),
  defineKind({
    id: 'question-sides-changed',
    scope: 'question',
    title: 'The sides of a conflict changed',
    parts: ['sides', 'kind'],
    levels: { callers: 'risky', operators: 'risky', suite: 'risky' },
    reason: 'A deployment may follow any side; which there are decides what callers meet',
    advice: 'Read the sides',
    *find(_, after) {
      yield { sentence: `\`${after.id}\` has the sides ${listed(after.sides)}` };
    },
    example: {
      edit: {
        'questions/service.yaml': [
          'A transcription may be signed for two minutes',
          'Every call may be signed for two minutes',
        ],
      },
    },
  }),
  defineKind({
    id: 'question-reason-changed',
    scope: 'question',
    title: 'A decision is reasoned otherwise',
    parts: ['reason', 'statements'],
    levels: harmless,
    reason: 'The decision is the same',
    advice: 'Nothing',
    *find(_, after) {
      yield { sentence: `The decision of \`${after.id}\` is reasoned otherwise` };
    },
    example: {
      edit: { 'questions/service.yaml': ['without a rate', 'and no rate'] },
    },
  }),
];
