import { narrowedField, widenedField } from '../engines/fields/field-kind.ts';
import type { Group } from '../engines/fields/groups.ts';
import type { AnyKind } from '../kind.ts';
import { bothWays } from '../kind.ts';
import { fieldExample } from './examples.ts';

/** Ids and titles of two kinds that mirror each other. */
type Mirror = readonly [narrowed: readonly [id: string, title: string], widened: readonly [id: string, title: string]];

/** Kinds that differ in which side writes the value, and in whether it may have fewer or more values than before. */
interface Row {
  readonly group: Group;
  /** A schema that allows more. */
  readonly wide: string;
  /** A schema that allows less. */
  readonly narrow: string;
  readonly request: Mirror;
  readonly response: Mirror;
}

const rows: readonly Row[] = [
  {
    group: 'type',
    wide: '{ type: [integer, string] }',
    narrow: '{ type: integer }',
    request: [
      ['request-type-narrowed', 'A request takes fewer types'],
      ['request-type-widened', 'A request takes more types'],
    ],
    response: [
      ['response-type-narrowed', 'A response has fewer types'],
      ['response-type-widened', 'A response has more types'],
    ],
  },
  {
    group: 'values',
    wide: '{ enum: [one, two, three] }',
    narrow: '{ enum: [one, two] }',
    request: [
      ['request-values-narrowed', 'A request takes fewer listed values'],
      ['request-values-widened', 'A request takes more listed values'],
    ],
    response: [
      ['response-values-narrowed', 'A response has fewer listed values'],
      ['response-values-widened', 'A response has more listed values'],
    ],
  },
  {
    group: 'catalog',
    wide: '{ type: string }',
    narrow: '{ type: string, catalog: languages, error: unknown-language }',
    request: [
      ['request-catalog-narrowed', 'A request takes only keys of a catalog'],
      ['request-catalog-widened', 'A request takes more than the keys of a catalog'],
    ],
    response: [
      ['response-catalog-narrowed', 'A response has only keys of a catalog'],
      ['response-catalog-widened', 'A response has more than the keys of a catalog'],
    ],
  },
  {
    group: 'range',
    wide: '{ type: integer, minimum: 1, maximum: 50 }',
    narrow: '{ type: integer, minimum: 1, maximum: 30 }',
    request: [
      ['request-range-narrowed', 'A request takes a smaller range of numbers'],
      ['request-range-widened', 'A request takes a larger range of numbers'],
    ],
    response: [
      ['response-range-narrowed', 'A response has a smaller range of numbers'],
      ['response-range-widened', 'A response has a larger range of numbers'],
    ],
  },
  {
    group: 'length',
    wide: '{ type: string, maxLength: 50 }',
    narrow: '{ type: string, minLength: 1, maxLength: 50 }',
    request: [
      ['request-length-narrowed', 'A request takes fewer lengths of text'],
      ['request-length-widened', 'A request takes more lengths of text'],
    ],
    response: [
      ['response-length-narrowed', 'A response has fewer lengths of text'],
      ['response-length-widened', 'A response has more lengths of text'],
    ],
  },
  {
    group: 'count',
    wide: '{ type: array, maxItems: 9 }',
    narrow: '{ type: array, maxItems: 5 }',
    request: [
      ['request-count-narrowed', 'A request takes lists of fewer lengths, or without repetition'],
      ['request-count-widened', 'A request takes lists of more lengths, or with repetition'],
    ],
    response: [
      ['response-count-narrowed', 'A response has lists of fewer lengths, or without repetition'],
      ['response-count-widened', 'A response has lists of more lengths, or with repetition'],
    ],
  },
  {
    group: 'pattern',
    wide: '{ type: string }',
    narrow: '{ type: string, pattern: ^ta_ }',
    request: [
      ['request-pattern-narrowed', 'A request takes only text that matches a pattern'],
      ['request-pattern-widened', 'A request takes text that a pattern refused'],
    ],
    response: [
      ['response-pattern-narrowed', 'A response has only text that matches a pattern'],
      ['response-pattern-widened', 'A response has text that a pattern refused'],
    ],
  },
  {
    group: 'format',
    wide: '{ type: string }',
    narrow: '{ type: string, format: uri }',
    request: [
      ['request-format-narrowed', 'A request takes only text of a format'],
      ['request-format-widened', 'A request takes text that is not of a format'],
    ],
    response: [
      ['response-format-narrowed', 'A response has only text of a format'],
      ['response-format-widened', 'A response has text that is not of a format'],
    ],
  },
  {
    group: 'keys',
    wide: '{ type: object, properties: { a: { type: string } } }',
    narrow: '{ type: object, additionalProperties: false, properties: { a: { type: string } } }',
    request: [
      ['request-keys-narrowed', 'A request takes fewer keys'],
      ['request-keys-widened', 'A request takes more keys'],
    ],
    response: [
      ['response-keys-narrowed', 'A response has fewer keys'],
      ['response-keys-widened', 'A response has more keys'],
    ],
  },
  {
    group: 'shape',
    wide: "{ anyOf: [{ type: string }, { type: integer }, { type: 'null' }] }",
    narrow: '{ anyOf: [{ type: string }, { type: integer }] }',
    request: [
      ['request-shape-narrowed', 'A request takes fewer alternatives'],
      ['request-shape-widened', 'A request takes more alternatives'],
    ],
    response: [
      ['response-shape-narrowed', 'A response has fewer alternatives'],
      ['response-shape-widened', 'A response has more alternatives'],
    ],
  },
];

const reasons = {
  request: {
    narrowed:
      'A caller that sends what the older release accepted is refused; a deployment that still accepts it breaks the rule',
    widened: 'What callers send is still accepted; a deployment that refuses what is new breaks the rule',
  },
  response: {
    narrowed: 'Callers can read what is left; a deployment that still returns the rest breaks the rule',
    widened: 'A caller that reads only what the older release allowed meets a value that it does not know',
  },
} as const;

/** Changes of the values that a field of a request or response may have. */
export const fieldValueKinds: readonly AnyKind[] = rows.flatMap((row) => [
  ...pair('request', row),
  ...pair('response', row),
]);

function pair(side: 'request' | 'response', row: Row): AnyKind[] {
  const [[narrowed, fewer], [widened, more]] = row[side];
  const [forward, backward] = bothWays(fieldExample(side, row.wide, row.narrow), narrowed, widened);
  const frame = { scope: `${side}-field`, group: row.group } as const;
  return [
    narrowedField(narrowed, { ...frame, title: fewer, reason: reasons[side].narrowed, example: forward }),
    widenedField(widened, { ...frame, title: more, reason: reasons[side].widened, example: backward }),
  ];
}
