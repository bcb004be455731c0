import { defineKind } from '../../kind.ts';
import { shown } from '../../words.ts';

export const statementRemoved = defineKind({
  id: 'statement-removed',
  scope: 'statement',
  when: 'removed',
  title: 'A document no longer states something',
  parts: ['*'],
  levels: { callers: 'compatible', operators: 'compatible', suite: 'risky' },
  reason: 'Rules that rested on it rest on less; they are reported where they change',
  advice: 'Look at the rules that named it',
  *find(thing) {
    yield { sentence: `\`${thing.id}\` is no longer stated: ${shown(thing.text)}` };
  },
  example: {
    given: {
      'statements/notes/all.yaml': [
        'statements:\n',
        'statements:\n  notes-099: { section: Hosts, kind: host, testable: none, text: The quay is closed on Mondays, excluded: about the office }\n',
      ],
    },
    edit: {
      'statements/notes/all.yaml': [
        '  notes-099: { section: Hosts, kind: host, testable: none, text: The quay is closed on Mondays, excluded: about the office }\n',
        '',
      ],
    },
    back: ['statement-added'],
  },
});
