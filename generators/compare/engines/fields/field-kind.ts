import type { Levels } from '../../change.ts';
import type { Field } from '../../entities.ts';
import {
  type AnyKind,
  type Context,
  defineKind,
  type Example,
  type ChangeDetails,
  type KindResult,
} from '../../kind.ts';
import type { Inclusion } from '../schema/inclusion.ts';
import {
  type Difference,
  differenceOf,
  isInsideAlternatives,
  isNewAlternative,
  isWholeKept,
  wholeInclusion,
} from './differ.ts';
import { editsOf, type FieldScope } from './edits.ts';
import { deciding, type Group, groupOf } from './groups.ts';
import { nameOf } from './names.ts';
import { requestProof, responseProof } from './witness.ts';

/** The texts of a kind of change of field values, without the way it is found. */
interface Frame {
  readonly scope: FieldScope;
  readonly group: Group;
  readonly title: string;
  readonly reason: string;
  readonly example: Example;
}

const levels = {
  'request-field': {
    narrowed: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
    widened: { callers: 'compatible', operators: 'breaking', suite: 'compatible' },
  },
  'response-field': {
    narrowed: { callers: 'compatible', operators: 'breaking', suite: 'compatible' },
    widened: { callers: 'breaking', operators: 'compatible', suite: 'compatible' },
  },
} as const satisfies Record<FieldScope, Record<string, Levels>>;

const advice = {
  'request-field': {
    narrowed: 'Stop sending such values; refuse them with the error of the rule',
    widened: 'Accept the new values',
  },
  'response-field': {
    narrowed: 'Stop returning such values',
    widened: 'Handle the new values in callers',
  },
} as const;

/** A field that takes fewer values, or others than before. */
export function narrowedField(id: string, frame: Frame): AnyKind {
  return fieldKind(id, 'narrowed', frame);
}

/** A field that takes more values, and all that it took before. */
export function widenedField(id: string, frame: Frame): AnyKind {
  return fieldKind(id, 'widened', frame);
}

function fieldKind(id: string, way: 'narrowed' | 'widened', { scope, group, ...frame }: Frame): AnyKind {
  return defineKind({
    ...frame,
    id,
    scope,
    when: 'changed',
    parts: deciding,
    levels: levels[scope][way],
    advice: advice[scope][way],
    *find(before, after, context) {
      const difference = differenceOf(before, after, context);
      if (!difference || groupOf(difference.keywords) !== group) return;
      yield* found(difference, way, scope, { before, after, context });
    },
  });
}

interface Fields {
  readonly before: Field;
  readonly after: Field;
  readonly context: Context;
}

function* found(
  difference: Difference,
  way: 'narrowed' | 'widened',
  scope: FieldScope,
  fields: Fields,
): Generator<KindResult> {
  const { kept, known, keywords } = difference;
  if (kept.result === 'included' && known.result === 'included') {
    yield* keywords.includes('x-nullable') ? ineffective(way, fields) : [{ same: keywords, by: 'logic' }];
    return;
  }
  // Where a field loses some values and takes others, the side decides that the change can break.
  const breaks = scope === 'request-field' ? kept.result !== 'included' : known.result === 'included';
  if ((way === 'narrowed') !== breaks) return;
  const { before, after } = fields;
  const shown = way === 'narrowed' ? kept : known;
  const [refusing, side] = way === 'narrowed' ? ([after, 'new'] as const) : ([before, 'old'] as const);
  if (isInsideAlternatives(difference, shown, side, refusing)) {
    yield { implied: keywords, by: 'request-shape-narrowed' };
    return;
  }
  const proof = proofOf(shown, way, scope, fields);
  // What its own keywords allow its required properties may have refused before.
  if (!proof.witness && way === 'narrowed' && scope === 'request-field' && isWholeKept(difference, after)) {
    yield { implied: keywords, by: 'request-field-not-required' };
    return;
  }
  const edits = `${nameOf(after)} ${editsOf(before, after, keywords, scope)}`;
  const evidence = proof.witness ? exampleOf(shown, way, groupOf(keywords)) : doubtOf(shown, scope);
  yield {
    sentence: edits + evidence,
    // The error of a catalog comes and goes with it.
    parts: keywords.includes('catalog') ? [...keywords, 'error'] : keywords,
    // Callers of a union look at what an object is before they read it.
    ...(scope === 'response-field' && isNewAlternative(difference, before) && { levels: { callers: 'risky' } }),
    ...proof,
  };
}

/** A `nullable` without an effect by the standard, though its author probably meant one. */
function* ineffective(way: 'narrowed' | 'widened', { after }: Fields): Generator<KindResult> {
  const isWidened = after.own['x-nullable'] === true;
  if ((way === 'widened') !== isWidened) return;
  yield {
    sentence: `${nameOf(after)} ${isWidened ? 'may' : 'may not'} be null as it is written, which has no effect here`,
  };
}

/** Why nothing proves the difference. */
function doubtOf(shown: Inclusion, scope: FieldScope): string {
  const why = shown.result === 'unknown' ? shown.why : `no ${scope.replace('-field', '')} was found that shows it`;
  return `; not decided: ${why}`;
}

/** A value that shows the difference, where the sentence does not name it. */
function exampleOf(shown: Inclusion, way: 'narrowed' | 'widened', group: Group): string {
  if (shown.result !== 'witness' || named.has(group)) return '';
  const value = JSON.stringify(shown.value);
  return value.length > 60 ? '' : `; ${value} is ${way === 'narrowed' ? 'lost' : 'new'}`;
}

/** Groups whose sentences name the values that differ. */
const named: ReadonlySet<Group> = new Set(['type', 'values', 'length', 'range', 'count', 'keys']);

function proofOf(
  shown: Inclusion,
  way: 'narrowed' | 'widened',
  scope: FieldScope,
  { before, after, context }: Fields,
): Pick<ChangeDetails, 'witness'> {
  const [side, field, other] =
    way === 'narrowed' ? (['old', before, after] as const) : (['new', after, before] as const);
  const prove = (found: Inclusion): Pick<ChangeDetails, 'witness'> =>
    found.result === 'witness'
      ? (scope === 'request-field' ? requestProof : responseProof)(field, found.value, side, context)
      : {};
  const proof = prove(shown);
  // A value of the keywords alone may lack what is inside the field.
  return proof.witness ? proof : prove(wholeInclusion({ side, field, other }, context));
}
