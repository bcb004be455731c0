import type { Json, JsonSchema } from '../../../model/types.ts';
import type { Field } from '../../entities.ts';
import { branchesOf, type Resolve } from '../../fields/branches.ts';
import { meansSame } from '../../meaning.ts';
import { shown, without } from '../../words.ts';
import { comparedKeywords } from './groups.ts';

/** Who writes the values of a field: callers those of requests, deployments those of responses. */
export type FieldScope = 'request-field' | 'response-field';

/** A keyword on two sides, and who writes its values. */
interface KeywordEdit {
  readonly keyword: string;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
  readonly scope: FieldScope;
}

/** The changes of the keywords of a field as the rest of a sentence about it: no longer accepts `XAF`. */
export function editsOf(before: Field, after: Field, keywords: readonly string[], scope: FieldScope): string {
  const [one, other] = [comparedKeywords(before), comparedKeywords(after)];
  const [was, is] = [valuesOf(one), valuesOf(other)];
  const clauses = keywords
    .filter((keyword) => !meansSame(one[keyword], other[keyword]))
    // Where both sides list their values, these say more than the type.
    .filter((keyword) => keyword !== 'type' || !was || !is || meansSame(was, is))
    // A type that may be null says so.
    .filter((keyword) => !nullMarks.has(keyword) || meansSame(one.type, other.type))
    .map((keyword) =>
      clauseOf({ keyword, before: valueIn(before, one, keyword), after: valueIn(after, other, keyword), scope }),
    );
  return [...new Set(clauses)].filter(Boolean).join(' and ');
}

const nullMarks = new Set(['nullable', 'x-nullable']);

/** The values that a field lists: a constant is a list of one. */
function valuesOf({ const: only, enum: listed }: JsonSchema): readonly Json[] | undefined {
  if (only !== undefined) return [only];
  return Array.isArray(listed) ? listed : undefined;
}

/** The value of a keyword; alternatives by what they are known by. */
function valueIn({ own }: Field, compared: JsonSchema, keyword: string): Json | undefined {
  if (keyword === 'enum' || keyword === 'const') return valuesOf(compared);
  const union = keyword === 'oneOf' || keyword === 'anyOf' ? own[keyword] : undefined;
  if (union === undefined) return compared[keyword];
  const resolve: Resolve = (schema) => schema;
  return branchesOf(union, resolve).map(({ label, schema }) => label ?? schema);
}

function clauseOf(edit: KeywordEdit): string {
  const { keyword, before, after, scope } = edit;
  const words = wordsOf[scope];
  if (keyword === 'enum' || keyword === 'const') return valuesClause(asValues(before), asValues(after), words);
  if (keyword === 'oneOf' || keyword === 'anyOf') return alternativesClause(before, after, words);
  if (keyword === 'type') return typeClause(before, after, words);
  if (keyword === 'additionalProperties' && before !== false && after === false) return words.closed;
  if (keyword === 'additionalProperties' && before === false && after !== false) return words.opened;
  if (keyword === 'uniqueItems') return after === true ? words.distinct : words.repeated;
  if (before === undefined) return `now has \`${keyword}\` ${shortened(after)}`;
  if (after === undefined) return `no longer has \`${keyword}\` ${shortened(before)}`;
  const [was, is] = [shortened(before), shortened(after)];
  // Long values that begin alike would read as if nothing had changed.
  return was === is ? `has another \`${keyword}\`` : `has \`${keyword}\` ${is} instead of ${was}`;
}

/** The verbs of sentences about the values of a field. */
interface ValueWords {
  readonly loses: string;
  readonly gains: string;
  readonly only: string;
  /** Follows `only` before more than one value. */
  readonly oneOf: string;
  readonly any: string;
  readonly closed: string;
  readonly opened: string;
  readonly distinct: string;
  readonly repeated: string;
}

const wordsOf: Readonly<Record<FieldScope, ValueWords>> = {
  'request-field': {
    loses: 'no longer accepts',
    gains: 'also accepts',
    only: 'accepts only',
    oneOf: '',
    any: 'accepts other values than',
    closed: 'no longer accepts keys that it does not list',
    opened: 'accepts keys that it does not list',
    distinct: 'no longer accepts the same item twice',
    repeated: 'accepts the same item twice',
  },
  'response-field': {
    loses: 'is no longer',
    gains: 'may also be',
    only: 'is always',
    oneOf: 'one of ',
    any: 'may be other than',
    closed: 'no longer has keys that it does not list',
    opened: 'may have keys that it does not list',
    distinct: 'no longer has the same item twice',
    repeated: 'may have the same item twice',
  },
};

function asValues(value: Json | undefined): readonly Json[] | undefined {
  if (value === undefined) return undefined;
  return Array.isArray(value) ? value : [value];
}

function valuesClause(
  before: readonly Json[] | undefined,
  after: readonly Json[] | undefined,
  words: ValueWords,
): string {
  if (before === undefined) return onlyClause(after ?? [], words, '');
  if (after === undefined) return `${words.any} ${some(before)}`;
  return lostAndGained(before, after, words, '');
}

function onlyClause(values: readonly Json[], { only, oneOf }: ValueWords, noun: string): string {
  return `${only} ${values.length > 1 ? oneOf : ''}${noun}${some(values)}`;
}

/** More values than these are counted, not listed. */
const maxListed = 6;

function some(values: readonly Json[]): string {
  const more = values.length - maxListed;
  // An empty text is a value, too.
  const text = values.slice(0, maxListed).map((value) => (value === '' ? '`""`' : shown(value)));
  return `${text.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function lostAndGained(before: readonly Json[], after: readonly Json[], words: ValueWords, noun: string): string {
  const [lost, gained] = [without(after, before), without(before, after)];
  return [
    ...(lost.length > 0 ? [`${words.loses} ${noun}${some(lost)}`] : []),
    ...(gained.length > 0 ? [`${words.gains} ${noun}${some(gained)}`] : []),
  ].join(' and ');
}

function alternativesClause(before: Json | undefined, after: Json | undefined, words: ValueWords): string {
  const [was, is] = [before, after].map((value) => asValues(value)?.map(labelOf));
  if (was === undefined) return onlyClause(is ?? [], words, 'the alternatives ');
  if (is === undefined) return `${words.any} the alternatives ${some(was)}`;
  return lostAndGained(was, is, words, 'the alternative ') || 'differs inside its alternatives';
}

function labelOf(value: Json): Json {
  return typeof value === 'string'
    ? value.replace(/^(?:both|old|new):/, '').replace(/:request$/, '')
    : shortened(value);
}

function typeClause(before: Json | undefined, after: Json | undefined, words: ValueWords): string {
  if (before === undefined || after === undefined)
    return before === undefined ? `${words.only} ${typeWords(after)}` : `is no longer bound to ${typeWords(before)}`;
  const [was, is] = [asValues(before) ?? [], asValues(after) ?? []];
  const [lost, gained] = [without(is, was), without(was, is)];
  return [
    ...(lost.length > 0 ? [`${words.loses} ${typeWords(lost)}`] : []),
    ...(gained.length > 0 ? [`${words.gains} ${typeWords(gained)}`] : []),
  ].join(' and ');
}

function typeWords(types: Json | undefined): string {
  return (asValues(types) ?? [])
    .map((type) => (type === 'null' ? 'null' : `${/^[aeiou]/.test(String(type)) ? 'an' : 'a'} ${type}`))
    .join(' or ');
}

/** A value as sentences show it, in at most 60 characters. */
export function shortened(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
