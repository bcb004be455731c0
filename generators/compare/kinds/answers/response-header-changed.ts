import type { Level } from '../../change.ts';
import { differenceOf } from '../../engines/fields/differ.ts';
import { deciding, differingKeywords } from '../../engines/fields/groups.ts';
import { headerProof } from '../../engines/fields/header-witness.ts';
import { headerOf } from '../../engines/fields/names.ts';
import { absent } from '../../engines/fields/place.ts';
import { optionalHeader } from '../../headers.ts';
import { defineKind } from '../../kind.ts';
import { shown } from '../../words.ts';

export const responseHeaderChanged = defineKind({
  id: 'response-header-changed',
  scope: 'response-header',
  when: 'changed',
  title: 'A header is of another form, or may be left out',
  parts: [...deciding, optionalHeader],
  levels: { callers: 'risky', operators: 'risky', suite: 'risky' },
  reason:
    'A caller that parses the old form may not read the new one; one that reads any of the old forms reads fewer of them',
  advice: 'Parse both forms',
  *find(before, after, context) {
    const [need, needs] = [before, after].map(({ own }) => own[optionalHeader] !== true);
    if (need !== needs) {
      const proof = needs ? {} : headerProof(after, absent, 'new', context);
      yield {
        sentence: `${headerOf(after)} ${needs ? 'is always sent' : 'may be left out'}`,
        parts: [optionalHeader],
        ...(needs ? atLevel('compatible') : proof.witness && atLevel('breaking')),
        ...proof,
      };
    }
    const names = differingKeywords(before, after);
    if (names.length === 0) return;
    const changes = names.map((name) => `${name} ${shown(after.own[name])} instead of ${shown(before.own[name])}`);
    const known = differenceOf(before, after, context)?.known;
    const proof = known?.result === 'witness' ? headerProof(after, known.value, 'new', context) : {};
    yield {
      sentence: `${headerOf(after)} has ${changes.join(', ')}`,
      parts: names,
      ...(proof.witness ? atLevel('breaking') : known?.result === 'included' && atLevel('compatible')),
      ...proof,
    };
  },
  example: {
    edit: { 'errors/service.yaml': ['pattern: "^[0-9]+$"', 'pattern: "^[0-9]{1,3}$"'] },
    back: ['response-header-changed'],
  },
});

function atLevel(callers: Level) {
  return { levels: { callers } };
}
