import { isObject } from '../json-schema/walk.ts';
import type { SchemaSource } from '../language/json-schema.ts';
import { duplicateItems, equal, hasType, mistakeOfNumber, mistakeOfText, wholeKey } from './keywords.ts';

/** The schemas and catalogs that schemas name. */
export interface Named {
  /** The schema that a reference means. */
  schema(reference: string): SchemaSource;
  /** The keys of a catalog; `undefined` for one that is unknown. */
  keys(catalog: string): readonly unknown[] | undefined;
}

type Find = (value: unknown, schema: SchemaSource, named: Named, place: string) => string | undefined;

/** Keywords that concern one type of values, which are valid for values of other types. */
interface Group {
  readonly type: string;
  readonly keywords: readonly (keyof SchemaSource)[];
  readonly find: Find;
}

/**
 * The first mistake of a value with its place; `undefined` when the value is valid.
 *
 * Schemas are interpreted: each is used once or twice, and compiling one takes longer than that. Keywords are tried in the
 * order of Ajv, and mistakes have its words.
 */
export function mistakeIn(
  value: unknown,
  schema: SchemaSource | boolean,
  named: Named,
  place = '',
): string | undefined {
  if (typeof schema === 'boolean') return schema ? undefined : messageAt(place, 'boolean schema is false');
  const types = [schema.type ?? []].flat();
  const isFit = types.length === 0 || types.some((type) => hasType(value, type));
  const wrongType = isFit ? undefined : messageAt(place, `must be ${types.join(',')}`);
  // Ajv looks at a single type with the keywords that concern it, after those that concern any value.
  const late = types.length === 1 ? groups.find(({ type }) => type === types[0]) : undefined;
  const isLate = late?.keywords.some((keyword) => schema[keyword] !== undefined) === true;
  if (wrongType !== undefined && !isLate) return wrongType;

  const found = inAnyValue(value, schema, named, place);
  if (found !== undefined) return found;
  for (const group of groups) {
    const mistake = group.find(value, schema, named, place) ?? (group === late ? wrongType : undefined);
    if (mistake !== undefined) return mistake;
  }
  return undefined;
}

const inAnyValue: Find = (value, schema, named, place) => {
  const { $ref, const: constant, enum: allowed, not, allOf = [], if: condition, catalog, prefix } = schema;
  const within = (each: SchemaSource | undefined) => each && mistakeIn(value, each, named, place);

  const referred = $ref === undefined ? undefined : within(named.schema($ref));
  if (referred !== undefined) return referred;
  if (constant !== undefined && !equal(value, constant)) return messageAt(place, 'must be equal to constant');
  if (allowed && !allowed.some((each) => equal(value, each)))
    return messageAt(place, `must be one of ${allowed.join(', ')}`);
  if (not && within(not) === undefined) return messageAt(place, 'must NOT be valid');
  const combined = inAlternatives(schema, within, place) ?? first(allOf, within);
  if (combined !== undefined) return combined;
  const branch = condition && within(within(condition) === undefined ? schema.then : schema.else);
  if (branch !== undefined) return branch;
  const keys = catalog === undefined ? undefined : named.keys(catalog);
  if (keys && wholeKey(keys, value, prefix === 'optional') === undefined)
    return messageAt(place, 'is not a key of its catalog');
  return undefined;
};

function inAlternatives(
  { anyOf, oneOf }: SchemaSource,
  within: (schema: SchemaSource) => string | undefined,
  place: string,
): string | undefined {
  if (anyOf && !anyOf.some((each) => within(each) === undefined)) return first(anyOf, within);
  if (!oneOf) return undefined;
  const mistakes: string[] = [];
  let fitting = 0;
  for (const each of oneOf) {
    const mistake = within(each);
    if (mistake !== undefined) mistakes.push(mistake);
    else fitting += 1;
    if (fitting > 1) break;
  }
  return fitting === 1 ? undefined : (mistakes[0] ?? messageAt(place, 'must match exactly one schema in oneOf'));
}

const inList: Find = (value, { maxItems, minItems, items = true, uniqueItems }, named, place) => {
  if (!Array.isArray(value)) return undefined;
  if (maxItems !== undefined && value.length > maxItems)
    return messageAt(place, `must NOT have more than ${maxItems} items`);
  if (minItems !== undefined && value.length < minItems)
    return messageAt(place, `must NOT have fewer than ${minItems} items`);
  const inItem = first(value.keys(), (index) => mistakeIn(value[index], items, named, `${place}/${index}`));
  if (inItem !== undefined) return inItem;
  const [one, other] = (uniqueItems && duplicateItems(value, items)) || [];
  if (one === undefined) return undefined;
  return messageAt(place, `must NOT have duplicate items (items ## ${one} and ${other} are identical)`);
};

const inObject: Find = (value, schema, named, place) => {
  if (!isObject(value)) return undefined;
  const names = Object.keys(value);
  const { maxProperties, minProperties, required = [], propertyNames, additionalProperties, properties = {} } = schema;
  const { dependentRequired = {} } = schema;
  const inProperty = (name: string, property: SchemaSource) =>
    mistakeIn(value[name], property, named, `${place}/${name.replace(/~/g, '~0').replace(/\//g, '~1')}`);

  if (maxProperties !== undefined && names.length > maxProperties)
    return messageAt(place, `must NOT have more than ${maxProperties} properties`);
  if (minProperties !== undefined && names.length < minProperties)
    return messageAt(place, `must NOT have fewer than ${minProperties} properties`);
  const missing = required.find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) return messageAt(place, `must have required property '${missing}'`);
  const lacking = dependentLacking(value, dependentRequired);
  if (lacking !== undefined) return messageAt(place, lacking);
  const inName = propertyNames && first(names, (name) => mistakeIn(name, propertyNames, named, place));
  if (inName !== undefined) return inName;
  const extra = names.filter((name) => !Object.hasOwn(properties, name));
  if (additionalProperties === false && extra[0] !== undefined)
    return messageAt(place, `must NOT have additional properties ${JSON.stringify(extra[0])}`);
  return (
    first(extra, (name) => (isObject(additionalProperties) ? inProperty(name, additionalProperties) : undefined)) ??
    first(Object.entries(properties), ([name, property]) =>
      Object.hasOwn(value, name) ? inProperty(name, property) : undefined,
    )
  );
};

function dependentLacking(value: object, required: Readonly<Record<string, readonly string[]>>): string | undefined {
  for (const [name, needed] of Object.entries(required)) {
    const isLacking = Object.hasOwn(value, name) && needed.some((each) => !Object.hasOwn(value, each));
    const [one, ...more] = needed;
    if (isLacking && more.length === 0) return `must have property ${one} when property ${name} is present`;
    if (isLacking) return `must have properties ${needed.join(', ')} when property ${name} is present`;
  }
  return undefined;
}

const groups: readonly Group[] = [
  {
    type: 'number',
    keywords: ['maximum', 'minimum', 'exclusiveMaximum', 'exclusiveMinimum', 'multipleOf', 'format'],
    find: (value, schema, _, place) => messageAt(place, mistakeOfNumber(value, schema)),
  },
  {
    type: 'string',
    keywords: ['maxLength', 'minLength', 'pattern', 'format'],
    find: (value, schema, _, place) => messageAt(place, mistakeOfText(value, schema)),
  },
  { type: 'array', keywords: ['maxItems', 'minItems', 'items', 'uniqueItems'], find: inList },
  {
    type: 'object',
    keywords: [
      'maxProperties',
      'minProperties',
      'required',
      'propertyNames',
      'additionalProperties',
      'properties',
      'dependentRequired',
    ],
    find: inObject,
  },
];

function messageAt(place: string, words: string): string;
function messageAt(place: string, words: string | undefined): string | undefined;
function messageAt(place: string, words: string | undefined): string | undefined {
  return words === undefined ? undefined : `${place === '' ? 'the value' : place} ${words}`;
}

function first<Item>(items: Iterable<Item>, find: (item: Item) => string | undefined): string | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
