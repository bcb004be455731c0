import { harmless } from '../change.ts';
import { type AnyKind, defineAddedAndRemoved, defineKind } from '../kind.ts';
import { listed } from '../words.ts';

/** Changes of what the documents leave open. */
export const questionKinds: readonly AnyKind[] = [
  ...defineAddedAndRemoved({
    scope: 'question',
    added: {
      id: 'question-opened',
      title: 'The documents now leave a point open',
      levels: { callers: 'risky', operators: 'risky', suite: 'risky' },
      reason: 'Deployments may now differ in a point that was certain',
      advice: 'Read what the suite accepts',
      *find(thing) {
        yield { sentence: `\`${thing.id}\` is open: ${thing.decision}` };
      },
    },
    removed: {
      id: 'question-closed',
      title: 'A question is closed',
      levels: { callers: 'compatible', operators: 'risky', suite: 'risky' },
      reason: 'Deployments may have lost a choice; what they must do is reported with its rules',
      advice: 'Read the rules that cite its statements',
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
    title: 'The decision on an open question changed',
    parts: ['decision'],
    levels: { callers: 'risky', operators: 'risky', suite: 'compatible' },
    reason: 'This gateway behaves differently; the suite still accepts deployments that do as before',
    advice: 'Check what callers of this gateway get',
    *find(_, after) {
      yield { sentence: `\`${after.id}\` is decided differently: ${after.decision}` };
    },
    example: {
      edit: { 'questions/service.yaml': ['costs twice as much', 'costs three times as much'] },
    },
  }),
  defineKind({
    id: 'question-acceptance-changed',
    scope: 'question',
    title: 'The suite accepts other answers to an open question',
    parts: ['accepts'],
    levels: { callers: 'compatible', operators: 'risky', suite: 'risky' },
    reason: 'The suite may fail a deployment that it accepted before',
    advice: 'Run the suite',
    *find(_, after) {
      yield { sentence: `For \`${after.id}\` the suite accepts: ${after.accepts}` };
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
    reason: 'A deployment may follow any side; the sides decide what callers may get',
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
    title: 'The reason for a decision changed',
    parts: ['reason', 'statements'],
    levels: harmless,
    reason: 'The decision is the same',
    advice: 'Nothing',
    *find(_, after) {
      yield { sentence: `The reason for the decision on \`${after.id}\` changed` };
    },
    example: {
      edit: { 'questions/service.yaml': ['without a rate', 'and no rate'] },
    },
  }),
];
