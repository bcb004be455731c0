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
import { meansSame } from '../../meaning.ts';
import { without } from '../../words.ts';
import type { Inclusion } from '../schema/inclusion.ts';
import { type Difference, differenceOf, isInsideAlternatives, isWholeKept, wholeInclusion } from './differ.ts';
import { comparedKeywords, deciding, type Group, groupOf } from './groups.ts';
import { nameOf } from './names.ts';
import { requestProof, responseProof } from './witness.ts';

/** Who writes the values of a field: callers those of requests, deployments those of responses. */
type Scope = 'request-field' | 'response-field';

/** The texts of a kind of change of field values, without the way it is found. */
interface Frame {
  readonly scope: Scope;
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
} as const satisfies Record<Scope, Record<string, Levels>>;

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
  scope: Scope,
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
  yield {
    sentence: `${nameOf(after)} takes ${wordsOf(difference, way)}: ${changesOf(before, after, keywords)}${exampleOf(shown, way)}`,
    // The error of a catalog comes and goes with it.
    parts: keywords.includes('catalog') ? [...keywords, 'error'] : keywords,
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

function wordsOf({ kept, known }: Difference, way: 'narrowed' | 'widened'): string {
  if (kept.result !== 'included' && known.result !== 'included') return 'other values';
  return way === 'narrowed' ? 'fewer values' : 'more values';
}

function changesOf(before: Field, after: Field, keywords: readonly string[]): string {
  const [one, other] = [comparedKeywords(before), comparedKeywords(after)];
  return keywords
    .filter((keyword) => !meansSame(one[keyword], other[keyword]))
    .map((keyword) => `\`${keyword}\` ${changeFrom(one[keyword], other[keyword])}`)
    .join(', ');
}

function changeFrom(before: unknown, after: unknown): string {
  const text = (value: unknown) => (value === undefined ? 'nothing' : shortened(JSON.stringify(value)));
  // Long values that begin alike would read as if nothing had changed.
  if (text(before) !== text(after)) return `is ${text(after)} instead of ${text(before)}`;
  if (!Array.isArray(before) || !Array.isArray(after)) return 'differs in its inner parts';
  const [lost, gained] = [without(after, before), without(before, after)].map((items) => items.map(text).join(', '));
  return [...(lost ? [`no longer has ${lost}`] : []), ...(gained ? [`has ${gained} as well`] : [])].join(' and ');
}

function exampleOf(shown: Inclusion, way: 'narrowed' | 'widened'): string {
  if (shown.result !== 'witness') return '';
  const value = shortened(JSON.stringify(shown.value));
  return way === 'narrowed' ? `; ${value} is lost` : `; ${value} is new`;
}

function shortened(text: string): string {
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}

function proofOf(
  shown: Inclusion,
  way: 'narrowed' | 'widened',
  scope: Scope,
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
