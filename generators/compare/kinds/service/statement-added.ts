import { defineKind } from '../../kind.ts';
import { shown } from '../../words.ts';

export const statementAdded = defineKind({
  id: 'statement-added',
  scope: 'statement',
  when: 'added',
  title: 'A document states something more',
  parts: ['*'],
  levels: { callers: 'compatible', operators: 'compatible', suite: 'compatible' },
  reason: 'What follows from it for requests and responses is reported with the rules that rest on it',
  advice: 'Read it, and the rules that name it',
  *find(thing) {
    yield { sentence: `\`${thing.id}\` is stated: ${shown(thing.text)}` };
  },
  example: {
    edit: {
      'statements/notes/all.yaml': [
        'statements:\n',
        'statements:\n  notes-099: { section: Hosts, kind: host, testable: none, text: The quay is closed on Mondays, excluded: about the office }\n',
      ],
    },
    back: ['statement-removed'],
  },
});
