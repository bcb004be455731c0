import { isObject, mapSchema, referenceOf, referencesOf, requiredOf } from '../../json-schema/walk.ts';
import type { Json, JsonSchema } from '../../model/types.ts';
import { meansSame } from '../meaning.ts';
import { areApart, type Branch, branchesOf, matchBranches, type Resolve, stepOf } from './branches.ts';
import {
  applying,
  type Flat,
  isNullBranch,
  namesOf as listedNames,
  propertiesIn,
  type Visit,
  type Written,
  withNull,
} from './flatten.ts';
import type { Definitions } from './inline.ts';
import { ownKeywords } from './keywords.ts';

/** The schemas of two sides, and the names that mean the same on both with all that they lead to. */
export interface PairedDefinitions {
  readonly before: Definitions;
  readonly after: Definitions;
  isShared(name: string): boolean;
}

/** Fields of one schema on two sides. */
export interface FlatPairs {
  readonly before: Flat[];
  readonly after: Flat[];
}

/** The schema of a whole body, response or part, with whether it has to be there. */
export interface Root extends Written {
  readonly required: boolean;
}

/** Who writes the values of a schema, and the operation in whose requests or responses they stand. */
export interface Owner {
  readonly writes: 'callers' | 'service';
  readonly operation: string;
}

interface PairVisit {
  readonly before?: Visit;
  readonly after?: Visit;
  readonly owner: Owner;
  readonly found: FlatPairs;
  /** The pair of named schemas in which it was met; undefined in what an operation says itself. */
  readonly cause?: string;
}

/** Marks a property that is never written in its direction, so that no rule holds for its values. */
export const hiddenMark = 'x-hidden';

const unions = ['oneOf', 'anyOf'] as const;

/** Keywords that hold schemas which are no fields. */
const within = [
  ...['oneOf', 'anyOf', 'allOf', 'prefixItems', 'not', 'if', 'then', 'else', 'contains', 'propertyNames'],
  ...['patternProperties', 'dependentSchemas', 'unevaluatedProperties', 'unevaluatedItems', 'contentSchema'],
];

/**
 * Finds the fields of schemas on two sides, without those that are the same on both.
 *
 * Equal schemas are not opened, and a pair of named schemas is opened once, where it is nearest to the whole of a
 * request or response; so the work grows with what differs, schemas that refer to one another end, and one cause is found
 * once. Alternatives are matched before they are compared.
 */
export class PairWalk {
  readonly #definitions: PairedDefinitions;
  readonly #queue: PairVisit[] = [];
  readonly #opened = new Set<string>();
  /** The operations and pairs of named schemas that lead to such a pair. */
  readonly #users = new Map<string, Set<string>>();
  readonly #operations = new Set<string>();

  constructor(definitions: PairedDefinitions) {
    this.#definitions = definitions;
  }

  /** Adds a schema on two sides; what is returned is filled by `run`. */
  add([before, after]: readonly [Root, Root], owner: Owner): FlatPairs {
    const found: FlatPairs = { before: [], after: [] };
    const start = (root: Root): Visit => ({ path: [], required: root.required, written: [root], within: [] });
    this.#operations.add(owner.operation);
    this.#queue.push({ before: start(before), after: start(after), owner, found });
    return found;
  }

  run(): void {
    // A list that grows while it is walked: what is nearest to a whole comes first.
    for (const visit of this.#queue) this.#open(visit);
    this.#queue.length = 0;
  }

  /** Operations whose requests or responses lead to a pair of named schemas, in the order in which they were added. */
  operationsOf(cause: string): readonly string[] {
    const found = new Set([cause]);
    // A set that grows while it is walked.
    for (const each of found) for (const user of this.#users.get(each) ?? []) found.add(user);
    return [...this.#operations].filter((id) => found.has(ownerKey({ writes: writerOf(cause), operation: id })));
  }

  #open(pairVisit: PairVisit): void {
    const { before: one, after: other, owner, found, cause: around } = pairVisit;
    const definitions = this.#definitions;
    if (one && other && isAlike(one, other, definitions)) return;
    if (one && other && (isHidden(one) || isHidden(other))) {
      // Only that it is hidden, or no longer hidden, makes a difference.
      if (isHidden(one) && isHidden(other)) return;
      found.before.push(hiddenFlat(one));
      found.after.push(hiddenFlat(other));
      return;
    }
    const names = one && other && namesOf(one, other);
    const cause = names === undefined ? around : `${owner.writes} ${names}`;
    const isKnown = names !== undefined && cause !== undefined && this.#opened.has(cause);
    if (names !== undefined && cause !== undefined) {
      this.#opened.add(cause);
      const users = this.#users.get(cause) ?? new Set();
      this.#users.set(cause, users.add(around ?? ownerKey(owner)));
    }
    const [was, is] = openedPair(one, other, definitions);
    const matched = was && is && !isKnown ? matchedUnions(was, is, definitions) : [];
    const more = { isKnown, matched, cause };
    if (was) found.before.push(flatOf(was, 'before', definitions, more));
    if (is) found.after.push(flatOf(is, 'after', definitions, more));
    if (!was || !is || isKnown) return;
    const inner = [
      ...matched.flatMap(({ pairs }) => pairs.map(([a, b]) => branchVisit(was, is, a, b))),
      ...childVisits(was, is),
    ];
    this.#queue.push(...inner.map((visit) => ({ ...visit, owner, found, ...(cause !== undefined && { cause }) })));
  }
}

/** An operation among the users of a pair. */
function ownerKey({ writes, operation }: Owner): string {
  return `of ${writes} ${operation}`;
}

function writerOf(cause: string): Owner['writes'] {
  return cause.startsWith('callers ') ? 'callers' : 'service';
}

/** A visit with every schema that says something of its value. */
interface Opened {
  readonly visit: Visit;
  readonly all: readonly Written[];
  readonly main: Written;
  readonly own: JsonSchema;
  readonly isNullable: boolean;
}

function openedVisit(visit: Visit, definitions: Definitions): Opened {
  const names: string[] = [];
  const all = visit.written.flatMap((each) => [...applying(each, definitions, [], names)]);
  const main = all.find(({ schema }) => !('$ref' in schema)) ?? all[0] ?? { schema: {}, entry: '', at: [] };
  const isNullable = all.some(({ schema }) => isNullBranch(schema));
  const own = ownKeywords(all.map(({ schema }) => schema));
  return { visit, all, main, isNullable, own: isNullable ? withNull(own) : own };
}

/** Two visits opened; a value that has alternatives on one side only is one alternative on the other. */
function openedPair(
  one: Visit | undefined,
  other: Visit | undefined,
  { before, after }: PairedDefinitions,
): readonly [Opened | undefined, Opened | undefined] {
  const [was, is] = [one && openedVisit(one, before), other && openedVisit(other, after)];
  if (!was || !is) return [was, is];
  for (const keyword of unions) {
    if (isUnionOf(keyword, is, was)) return [asAlternative(was, keyword), is];
    if (isUnionOf(keyword, was, is)) return [was, asAlternative(is, keyword)];
  }
  return [was, is];
}

/** True where a named schema on one side is an alternative on the other. */
function isUnionOf(keyword: (typeof unions)[number], union: Opened, { visit, own }: Opened): boolean {
  const [written, ...more] = visit.written;
  if (own[keyword] !== undefined || !written || more.length > 0) return false;
  const name = referenceOf(written.schema);
  const alternatives: readonly Json[] = Array.isArray(union.own[keyword]) ? union.own[keyword] : [];
  return name !== undefined && alternatives.some((each) => isObject(each) && referenceOf(each) === name);
}

function asAlternative({ visit, main, isNullable }: Opened, keyword: (typeof unions)[number]): Opened {
  const own = { [keyword]: visit.written.map(({ schema }) => schema) };
  const schema = { ...main, schema: own };
  return { visit, all: [schema], main: schema, own, isNullable };
}

function isHidden({ written }: Visit): boolean {
  return written.some(({ schema }) => schema[hiddenMark] === true);
}

/** A value that is hidden on one side, of which only that is compared. */
function hiddenFlat({ path, required, written }: Visit): Flat {
  const [{ schema, entry, at } = { schema: {}, entry: '', at: [] }] = written;
  const { readOnly, writeOnly } = schema;
  const own = { ...(readOnly !== undefined && { readOnly }), ...(writeOnly !== undefined && { writeOnly }) };
  return { path, required, own, schema, entry, at };
}

/** True for two visits of what means the same. */
function isAlike(one: Visit, other: Visit, { isShared }: PairedDefinitions): boolean {
  return (
    one.required === other.required &&
    one.written.length === other.written.length &&
    one.written.every(({ schema }, index) => {
      const counterpart = other.written[index]?.schema;
      return meansSame(schema, counterpart) && [...referencesOf(schema)].every(isShared);
    })
  );
}

/** The names of two schemas that refer to others and say nothing else. */
function namesOf(one: Visit, other: Visit): string | undefined {
  const names = [one, other].map(({ written: [first, ...more] }) =>
    first && more.length === 0 && Object.keys(first.schema).join() === '$ref' ? referenceOf(first.schema) : undefined,
  );
  return names.includes(undefined) ? undefined : names.join(' ');
}

/** A union that both sides have, with its alternatives in pairs and alone. */
interface MatchedUnion {
  readonly keyword: (typeof unions)[number];
  readonly pairs: readonly (readonly [Branch, Branch])[];
  readonly before: readonly Branch[];
  readonly after: readonly Branch[];
  /** True where a value that one alternative takes may be refused because another one takes it, too. */
  readonly overlaps: boolean;
}

function matchedUnions(was: Opened, is: Opened, { before, after }: PairedDefinitions): MatchedUnion[] {
  const resolvers = [resolver(before), resolver(after)] as const;
  return unions.flatMap((keyword) => {
    if (!Array.isArray(was.own[keyword]) || !Array.isArray(is.own[keyword])) return [];
    const [old, now] = [branchesOf(was.own[keyword], resolvers[0]), branchesOf(is.own[keyword], resolvers[1])];
    const overlaps = keyword === 'oneOf' && !(areApart(old, resolvers[0]) && areApart(now, resolvers[1]));
    return [{ keyword, pairs: matchBranches(old, now, resolvers), before: old, after: now, overlaps }];
  });
}

function resolver(definitions: Definitions): Resolve {
  return (schema) => {
    let found = schema;
    for (let depth = 0; depth < 10; depth++) {
      const name = referenceOf(found);
      const target = name === undefined ? undefined : definitions[name];
      if (!target) return found;
      found = target;
    }
    return found;
  };
}

interface FlatContext {
  readonly isKnown: boolean;
  readonly matched: readonly MatchedUnion[];
  readonly cause: string | undefined;
}

function flatOf(
  { visit, main, own, all }: Opened,
  side: 'before' | 'after',
  definitions: PairedDefinitions,
  { isKnown, matched, cause }: FlatContext,
): Flat {
  const compared = isKnown ? {} : comparedAs(own, matched, side, definitions);
  const isPaired = matched.every((union) => [...aloneIn(union, 'before'), ...aloneIn(union, 'after')].length === 0);
  const overlaps = matched.some((union) => union.overlaps);
  const lone = matched.flatMap((union) => aloneIn(union, side).map(({ schema }) => schema));
  return {
    path: visit.path,
    required: visit.required,
    own: isKnown ? {} : own,
    ...(Object.keys(compared).length > 0 && { compared }),
    ...(matched.length > 0 && !overlaps && { lone }),
    ...(overlaps && isPaired && { overlaps: true as const }),
    ...(cause !== undefined && !isKnown && { cause }),
    ...(visit.around && { around: visit.around }),
    ...listedNames(all.map(({ schema }) => schema)),
    schema: all.length === 1 ? main.schema : { allOf: visit.written.map(({ schema }) => schema) },
    entry: main.entry,
    at: main.at,
  };
}

function aloneIn(union: MatchedUnion, side: 'before' | 'after'): readonly Branch[] {
  const paired = new Set(union.pairs.map((pair) => pair[side === 'before' ? 0 : 1]));
  return union[side].filter((branch) => !paired.has(branch));
}

/** Keywords that hold schemas as they are compared: alternatives by what they are known by, references by what they lead to. */
function comparedAs(
  own: JsonSchema,
  matched: readonly MatchedUnion[],
  side: 'before' | 'after',
  { isShared }: PairedDefinitions,
): JsonSchema {
  const marked = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(marked);
    if (!isObject(value)) return value;
    return mapSchema(value, (schema) => {
      const name = referenceOf(schema);
      return name === undefined || isShared(name) ? schema : { ...schema, $ref: `${name} (${side})` };
    });
  };
  const compared: Record<string, Json> = {};
  for (const keyword of within) {
    const value = own[keyword];
    if (value === undefined) continue;
    const union = matched.find((each) => each.keyword === keyword);
    if (!union || union.overlaps)
      compared[keyword] =
        keyword === 'patternProperties' || keyword === 'dependentSchemas' ? byName(value, marked) : marked(value);
    else {
      const pairs = union.pairs.map(([branch]): Json => branch.label ?? `alternative ${branch.index + 1}`);
      const alone = aloneIn(union, side).map((branch): Json => branch.label ?? marked(branch.schema));
      compared[keyword] = [...pairs, ...alone];
    }
  }
  return compared;
}

function byName(value: Json, change: (value: Json) => Json): Json {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, change(inner)]));
}

/** A value on both sides, or on one. */
type Both = Pick<PairVisit, 'before' | 'after'>;

function branchVisit(was: Opened, is: Opened, one: Branch, other: Branch): Both {
  const visit = ({ visit: { path }, main, own }: Opened, branch: Branch): Visit => ({
    path: [...path, stepOf(one)],
    required: true,
    written: [{ ...main, schema: branch.schema }],
    within: [],
    around: own,
  });
  return { before: visit(was, one), after: visit(is, other) };
}

/** The values inside a value on both sides. A name that one side does not list has the schema for additional properties. */
function childVisits(was: Opened, is: Opened): Both[] {
  const visits: Both[] = [];
  const [old, now] = [propertiesIn(was.all), propertiesIn(is.all)];
  for (const name of new Set([...old.keys(), ...now.keys()])) {
    const [one, other] = [old.get(name) ?? restOf(was), now.get(name) ?? restOf(is)];
    visits.push({ ...(one && { before: inner(was, name, one) }), ...(other && { after: inner(is, name, other) }) });
  }
  for (const [keyword, step] of [
    ['items', 'items'],
    ['additionalProperties', '*'],
  ] as const) {
    const [one, other] = [writtenAt(was, keyword), writtenAt(is, keyword)];
    visits.push({ ...(one && { before: inner(was, step, one) }), ...(other && { after: inner(is, step, other) }) });
  }
  return visits.filter(({ before, after }) => before || after);
}

function inner({ all, visit }: Opened, step: string, written: readonly Written[]): Visit {
  const required = new Set(all.flatMap(({ schema }) => requiredOf(schema)));
  return { path: [...visit.path, step], required: required.has(step), written, within: [] };
}

function writtenAt({ all }: Opened, keyword: 'items' | 'additionalProperties'): readonly Written[] | undefined {
  const written = all.flatMap((each) => {
    const value = each.schema[keyword];
    return isObject(value) ? [{ ...each, schema: value, at: [...each.at, keyword] }] : [];
  });
  return written.length > 0 ? written : undefined;
}

/** The schema of properties that an object does not list, where it asks something of them. */
function restOf(opened: Opened): readonly Written[] | undefined {
  const written = writtenAt(opened, 'additionalProperties');
  return written?.some(({ schema }) => Object.keys(schema).length > 0) ? written : undefined;
}
