import { nameOf } from '../../engines/fields/names.ts';
import { keywordProof } from '../../engines/fields/outcomes.ts';
import { defineKind } from '../../kind.ts';
import { shown } from '../../words.ts';

const manners = ['style', 'explode', 'allowReserved'];

export const requestParameterWrittenOtherwise = defineKind({
  id: 'request-parameter-written-otherwise',
  scope: 'request-field',
  when: 'changed',
  title: 'The values of a parameter are written in another way',
  parts: manners,
  levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
  reason:
    'What a caller writes as before is read as another value; a deployment that reads it as before reads new callers wrongly',
  advice: 'Write the values as the newer release says',
  *find(before, after, context) {
    const differing = manners.filter((name) => before.own[name] !== after.own[name]);
    const [first] = differing;
    if (first === undefined) return;
    const changes = differing.map((name) => `${name} ${shown(after.own[name])} instead of ${shown(before.own[name])}`);
    yield { sentence: `${nameOf(after)} has ${changes.join(', ')}`, ...keywordProof(before, after, first, context) };
  },
  example: {
    edit: {},
    parameter: [{ schema: { type: 'array' } }, { schema: { type: 'array' }, explode: false }],
    back: ['request-parameter-written-otherwise'],
  },
});
