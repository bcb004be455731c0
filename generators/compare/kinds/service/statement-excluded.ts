import { defineKind } from '../../kind.ts';

export const statementExcluded = defineKind({
  id: 'statement-excluded',
  scope: 'statement',
  when: 'changed',
  title: 'A statement is left out, or taken in',
  parts: ['excluded'],
  levels: { callers: 'compatible', operators: 'compatible', suite: 'risky' },
  reason: 'What no entry encodes no check judges',
  advice: 'Look at the reason',
  *find(_, after) {
    yield {
      sentence: after.excluded ? `\`${after.id}\` is left out: ${after.excluded}` : `\`${after.id}\` is taken in`,
    };
  },
  example: {
    given: {
      'statements/notes/all.yaml': [
        'statements:\n',
        'statements:\n  notes-099: { section: Hosts, kind: host, testable: none, text: The quay is closed on Mondays, excluded: about the office }\n',
      ],
    },
    edit: { 'statements/notes/all.yaml': ['excluded: about the office', 'excluded: about Mondays'] },
    back: ['statement-excluded'],
  },
});
