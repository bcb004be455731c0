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
      ['request-type-narrowed', 'A request field accepts fewer types'],
      ['request-type-widened', 'A request field accepts more types'],
    ],
    response: [
      ['response-type-narrowed', 'A response field has fewer types'],
      ['response-type-widened', 'A response field may have more types'],
    ],
  },
  {
    group: 'values',
    wide: '{ enum: [one, two, three] }',
    narrow: '{ enum: [one, two] }',
    request: [
      ['request-values-narrowed', 'A request field accepts fewer listed values'],
      ['request-values-widened', 'A request field accepts more listed values'],
    ],
    response: [
      ['response-values-narrowed', 'A response field has fewer listed values'],
      ['response-values-widened', 'A response field may have more listed values'],
    ],
  },
  {
    group: 'catalog',
    wide: '{ type: string }',
    narrow: '{ type: string, catalog: languages, error: unknown-language }',
    request: [
      ['request-catalog-narrowed', 'A request field accepts only keys of a catalog'],
      ['request-catalog-widened', 'A request field accepts values outside a catalog'],
    ],
    response: [
      ['response-catalog-narrowed', 'A response field has only keys of a catalog'],
      ['response-catalog-widened', 'A response field may have values outside a catalog'],
    ],
  },
  {
    group: 'range',
    wide: '{ type: integer, minimum: 1, maximum: 50 }',
    narrow: '{ type: integer, minimum: 1, maximum: 30 }',
    request: [
      ['request-range-narrowed', 'A request field accepts a smaller range of numbers'],
      ['request-range-widened', 'A request field accepts a larger range of numbers'],
    ],
    response: [
      ['response-range-narrowed', 'A response field has a smaller range of numbers'],
      ['response-range-widened', 'A response field may have a larger range of numbers'],
    ],
  },
  {
    group: 'length',
    wide: '{ type: string, maxLength: 50 }',
    narrow: '{ type: string, minLength: 1, maxLength: 50 }',
    request: [
      ['request-length-narrowed', 'A request field accepts fewer text lengths'],
      ['request-length-widened', 'A request field accepts more text lengths'],
    ],
    response: [
      ['response-length-narrowed', 'A response field has fewer text lengths'],
      ['response-length-widened', 'A response field may have more text lengths'],
    ],
  },
  {
    group: 'count',
    wide: '{ type: array, maxItems: 9 }',
    narrow: '{ type: array, maxItems: 5 }',
    request: [
      ['request-count-narrowed', 'A request field accepts fewer list lengths, or no repeated items'],
      ['request-count-widened', 'A request field accepts more list lengths, or repeated items'],
    ],
    response: [
      ['response-count-narrowed', 'A response field has fewer list lengths, or no repeated items'],
      ['response-count-widened', 'A response field may have more list lengths, or repeated items'],
    ],
  },
  {
    group: 'pattern',
    wide: '{ type: string }',
    narrow: '{ type: string, pattern: ^ta_ }',
    request: [
      ['request-pattern-narrowed', 'A request field accepts only text that matches a pattern'],
      ['request-pattern-widened', 'A request field accepts text that does not match the old pattern'],
    ],
    response: [
      ['response-pattern-narrowed', 'A response field has only text that matches a pattern'],
      ['response-pattern-widened', 'A response field may have text that does not match the old pattern'],
    ],
  },
  {
    group: 'format',
    wide: '{ type: string }',
    narrow: '{ type: string, format: uri }',
    request: [
      ['request-format-narrowed', 'A request field accepts only text of a format'],
      ['request-format-widened', 'A request field accepts text that is not of the old format'],
    ],
    response: [
      ['response-format-narrowed', 'A response field has only text of a format'],
      ['response-format-widened', 'A response field may have text that is not of the old format'],
    ],
  },
  {
    group: 'keys',
    wide: '{ type: object, properties: { a: { type: string } } }',
    narrow: '{ type: object, additionalProperties: false, properties: { a: { type: string } } }',
    request: [
      ['request-keys-narrowed', 'A request field accepts fewer keys'],
      ['request-keys-widened', 'A request field accepts more keys'],
    ],
    response: [
      ['response-keys-narrowed', 'A response field has fewer keys'],
      ['response-keys-widened', 'A response field may have more keys'],
    ],
  },
  {
    group: 'shape',
    wide: "{ anyOf: [{ type: string }, { type: integer }, { type: 'null' }] }",
    narrow: '{ anyOf: [{ type: string }, { type: integer }] }',
    request: [
      ['request-shape-narrowed', 'A request field accepts fewer alternatives'],
      ['request-shape-widened', 'A request field accepts more alternatives'],
    ],
    response: [
      ['response-shape-narrowed', 'A response field has fewer alternatives'],
      ['response-shape-widened', 'A response field may have more alternatives'],
    ],
  },
];

const reasons = {
  request: {
    narrowed:
      'Calls with a value that is no longer valid are refused; a deployment that still accepts them breaks the rule',
    widened: 'Calls that worked still work; a deployment that refuses the new values breaks the rule',
  },
  response: {
    narrowed: 'Callers can read the remaining values; a deployment that returns any other breaks the rule',
    widened: 'A caller that handles only the old values gets one that it does not know',
  },
} as const;

/** The reason of a level that depends on what a union gains. */
const newAlternatives = `${reasons.response.widened}; where a union gains objects of another kind, it may skip them`;

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
    widenedField(widened, {
      ...frame,
      title: more,
      reason: widened === 'response-shape-widened' ? newAlternatives : reasons[side].widened,
      example: backward,
    }),
  ];
}
