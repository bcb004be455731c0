/** Schemas of a description in the dialect of the specification. */

import type { Part } from '#generators/compare/openapi/part.ts';
import { pointerOf } from '#generators/compare/openapi/part.ts';
import { builtInTypes, pascalCase } from '#generators/emitters/typescript/names.ts';
import { isObject } from '#generators/json-schema/walk.ts';
import { formats } from '#generators/language/json-schema.ts';
import type { Json, JsonSchema } from '#generators/model/types.ts';
import { accepts } from '../../simulate/value.ts';
import type { Leftovers } from './leftovers.ts';
import { Names } from './names.ts';
import type { Statements } from './statements.ts';

/** A schema while it is written. */
type Draft = Record<string, Json>;

/** Keywords that are written as they are. */
const plain = new Set([
  ...['title', 'const', 'minLength', 'maxLength', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  ...['multipleOf', 'minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties'],
  ...['contentEncoding', 'contentMediaType', 'deprecated'],
]);

/** Keywords that hold one schema, and keywords that hold several. */
const single = new Set(['items', 'additionalProperties', 'propertyNames', 'not', 'if', 'then', 'else']);
const listed = new Set(['allOf', 'anyOf', 'oneOf']);

/** Keywords that say nothing about values. */
const silent = new Set([
  ...['xml', 'externalDocs', '$comment', '$schema', '$id', '$anchor', '$defs', 'nullable'],
  ...['readOnly', 'writeOnly'],
]);

const types = new Set(['string', 'integer', 'number', 'boolean', 'object', 'array', 'null']);

/** Formats that describe the size of a number, which its validator does not need. */
const sizes = new Set(['int32', 'int64', 'float', 'double', 'binary', 'byte', 'password']);

/** Names that schemas of descriptions cannot have: those of every project, and those of types. */
const taken = ['ApiDescription', 'PaymentManifest', ...builtInTypes];

/** A part of a request in which defaults are looked for; `isIdle` where nothing fills them in. */
interface Visit {
  readonly part: Part;
  readonly ofTexts: boolean;
  readonly isIdle: boolean;
  readonly seen: Set<string>;
}

/** Converts schemas; those that a description names are written once and referred to. */
export class ApiSchemas {
  readonly #leftovers: Leftovers;
  readonly #statements: Statements;
  readonly #names = new Names(taken, '');
  readonly #byPointer = new Map<string, string>();
  readonly #named = new Map<string, JsonSchema>();

  constructor(leftovers: Leftovers, statements: Statements) {
    this.#leftovers = leftovers;
    this.#statements = statements;
  }

  /** The named schemas that the files of a specification refer to, themselves or by way of others. */
  usedBy(files: readonly Json[]): Readonly<Record<string, JsonSchema>> {
    const found = new Set<string>();
    const visit = (value: Json): void => {
      const name = typeof value === 'string' && this.#named.has(value) && !found.has(value) ? value : undefined;
      if (name !== undefined) {
        found.add(name);
        visit(this.#named.get(name) ?? {});
      } else if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit);
    };
    files.forEach(visit);
    return Object.fromEntries([...this.#named].filter(([name]) => found.has(name)));
  }

  /** The named schemas so far. */
  get named(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries(this.#named);
  }

  /** A schema as the specification has it: a reference, or in place. */
  use(part: Part): JsonSchema {
    const reference = part.text('$ref');
    if (reference !== undefined) return { $ref: this.#refer(part, reference), ...this.#words(part) };
    return this.#convert(part);
  }

  /** The same for a part of a request, without the defaults that nothing would fill in; branches of texts fill in none. */
  useInRequest(part: Part, ofTexts = false): JsonSchema {
    return this.#withoutIdle(this.use(part), { part, ofTexts, isIdle: false, seen: new Set() });
  }

  #withoutIdle(schema: JsonSchema, visit: Visit): JsonSchema {
    const changed: Draft = {};
    for (const [keyword, value] of Object.entries(schema)) {
      const isIdle = visit.isIdle || idle.has(keyword) || (visit.ofTexts && branches.has(keyword));
      const inner = (each: Json): Json => (isObject(each) ? this.#withoutIdle(each, { ...visit, isIdle }) : each);
      if (keyword === 'default' && isIdle) this.#leaveDefault(visit.part);
      else if (/^(properties|patternProperties)$/.test(keyword) && isObject(value))
        changed[keyword] = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, inner(each)]));
      else if (listed.has(keyword) && Array.isArray(value)) changed[keyword] = value.map(inner);
      else changed[keyword] = single.has(keyword) ? inner(value) : value;
      if (keyword === '$ref') this.#visitNamed(String(value), visit);
    }
    return changed;
  }

  #visitNamed(name: string, visit: Visit): void {
    const key = `${name} ${visit.isIdle}`;
    if (visit.seen.has(key)) return;
    visit.seen.add(key);
    this.#named.set(name, this.#withoutIdle(this.#named.get(name) ?? {}, visit));
  }

  /** The schema of an answer, in which the id of a job may have any text. */
  openId(schema: JsonSchema, field: string, seen: readonly string[] = []): JsonSchema {
    const { $ref, properties } = schema;
    if (typeof $ref === 'string' && !seen.includes($ref))
      this.#named.set($ref, this.openId(this.#named.get($ref) ?? {}, field, [...seen, $ref]));
    if (!isObject(properties) || !Object.hasOwn(properties, field)) return schema;
    const { description, from } = Object(properties[field]);
    const id = { ...(description && { description }), type: 'string', ...(from && { from }) };
    return { ...schema, properties: { ...properties, [field]: id } };
  }

  /** A schema without the reference at its root. */
  resolved(schema: JsonSchema): JsonSchema {
    const { $ref, ...beside } = schema;
    return typeof $ref === 'string' ? { ...this.resolved(this.#named.get($ref) ?? {}), ...beside } : schema;
  }

  #refer(part: Part, reference: string): string {
    const target = part.target(reference);
    const followed = target.text('$ref') === undefined ? target : target.followed();
    const pointer = pointerOf(followed.at);
    const known = this.#byPointer.get(pointer);
    if (known !== undefined) return known;
    const name = this.#names.give(nameOf(followed.at));
    this.#byPointer.set(pointer, name);
    // It is known before it is converted, so that a schema which refers to itself ends.
    this.#named.set(name, {});
    const schema = this.#convert(followed);
    const text = followed.text('description') ?? followed.text('title') ?? `${name} has the fields of the description`;
    this.#named.set(name, {
      ...schema,
      from: this.#statements.add(name, 'field', 'blackbox-paid', `${name}: ${text}`),
    });
    return name;
  }

  #words(part: Part): JsonSchema {
    const description = part.text('description');
    return description === undefined || description === '' ? {} : { description };
  }

  #convert(part: Part): JsonSchema {
    if (part.value === true) return {};
    if (part.value === false) return { not: {} };
    const draft: Draft = { ...this.#words(part) };
    for (const keyword of Object.keys(part.fields)) this.#write(draft, part, keyword);
    this.#completeObject(draft, part);
    const { default: fallback, ...rest } = draft;
    if (fallback === undefined || accepts({ schemas: this.named }, rest, fallback)) return draft;
    this.#leftovers.add(part.at, 'A default that its own schema refuses is left out', 'Correct it in the description.');
    return rest;
  }

  #write(draft: Draft, part: Part, keyword: string): void {
    const value = part.fields[keyword];
    const inner = part.raw(keyword);
    if (value === undefined || keyword === 'description' || keyword.startsWith('x-') || silent.has(keyword)) return;
    // Every name is a text.
    if (keyword === 'propertyNames' && isObject(value) && Object.keys(value).join() === 'type') return;
    if (plain.has(keyword)) draft[keyword] = value;
    else if (single.has(keyword))
      draft[keyword] = typeof value === 'boolean' && booleans.has(keyword) ? value : this.use(inner);
    else if (listed.has(keyword)) draft[keyword] = entriesOf(inner).map(([, each]) => this.use(each));
    else if (keyword === 'properties') draft.properties = this.#properties(inner);
    else if (keyword === 'required') draft.required = textsIn(value);
    else if (keyword === 'dependentRequired') draft.dependentRequired = value;
    else if (keyword === 'patternProperties' && isMapByPattern(part.fields))
      draft.patternProperties = Object.fromEntries(
        entriesOf(inner).map(([pattern, each]) => [pattern, this.use(each)]),
      );
    else if (keyword === 'enum' && Array.isArray(value) && value.length > 0) draft.enum = [...new Set(value)];
    else if (keyword === 'example') draft.examples = [value];
    else if (keyword === 'examples') draft.examples = Array.isArray(value) ? value : Object.values(Object(value));
    else if (keyword === 'type') this.#writeType(draft, inner, value);
    else if (keyword === 'format') this.#writeFormat(draft, inner, String(value));
    else if (keyword === 'pattern') this.#writePattern(draft, inner, String(value));
    else if (keyword === 'default') this.#writeDefault(draft, inner, value);
    else this.#leaveOut(inner, keyword);
  }

  #leaveOut(part: Part, keyword: string): void {
    this.#leftovers.add(
      part.at,
      `The keyword \`${keyword}\` is not checked`,
      'Values are passed to your API, which checks them; say it in `rules` or `ensures` where calls must be refused before they are paid.',
    );
  }

  #writeType(draft: Draft, part: Part, value: Json): void {
    const known = textsIn([value].flat()).filter((type) => types.has(type));
    if (known.length < [value].flat().length) this.#leaveOut(part, `type: ${JSON.stringify(value)}`);
    if (known.length > 0) draft.type = known.length === 1 ? (known[0] ?? 'null') : [...new Set(known)];
  }

  #writeFormat(draft: Draft, part: Part, format: string): void {
    if (formats.includes(format)) draft.format = format;
    else if (!sizes.has(format)) this.#leaveOut(part, `format: ${format}`);
  }

  #writePattern(draft: Draft, part: Part, pattern: string): void {
    try {
      draft.pattern = new RegExp(pattern, 'u').source;
    } catch {
      this.#leaveOut(part, `pattern: ${pattern}`);
    }
  }

  /** Defaults stand in properties and parameters alone: elsewhere no request leaves the value out. */
  #writeDefault(draft: Draft, part: Part, value: Json): void {
    if (isFillable(part)) draft.default = value;
    else this.#leaveDefault(part);
  }

  #leaveDefault({ at }: Part): void {
    this.#leftovers.add(
      at,
      'A default in a test or a map, or in a branch of a parameter, is not filled in',
      'Your API fills it in.',
    );
  }

  #properties(part: Part): JsonSchema {
    return Object.fromEntries(
      entriesOf(part).map(([name, property]) => {
        const text = property.text('description');
        const from = text
          ? this.#statements.add(sectionOf(part), 'field', 'blackbox-paid', `${name}: ${text}`)
          : undefined;
        return [name, { ...this.use(property), ...(from !== undefined && { from }) }];
      }),
    );
  }

  /** Describes every required property, and leaves out what only one direction has. */
  #completeObject(draft: Draft, part: Part): void {
    const required = textsIn(draft.required ?? []);
    const properties = isObject(draft.properties) ? draft.properties : {};
    const oneWay = entriesOf(part.raw('properties')).filter(
      ([, { fields }]) => fields.readOnly === true || fields.writeOnly === true,
    );
    for (const [name, { at }] of oneWay) {
      if (required.includes(name))
        this.#leftovers.add(
          at,
          'A required property of one direction is optional here',
          'Requests and responses share the schema; write one for each where it matters.',
        );
    }
    const names = required.filter((name) => !oneWay.some(([other]) => other === name));
    delete draft.required;
    if (names.length > 0) draft.required = [...new Set(names)];
    const dependent = isObject(draft.dependentRequired) ? Object.entries(draft.dependentRequired) : [];
    const needed = dependent.flatMap(([name, each]) => [name, ...textsIn(each)]);
    const missing = [...new Set([...names, ...needed])].filter((name) => !Object.hasOwn(properties, name));
    if (draft.properties !== undefined && missing.length > 0)
      draft.properties = { ...properties, ...Object.fromEntries(missing.map((name) => [name, {}])) };
    if (part.raw('patternProperties').isThere && draft.patternProperties === undefined) this.#open(draft, part);
    if (Array.isArray(draft.allOf)) {
      this.#open(draft, part);
      draft.allOf = draft.allOf.map((each: Json) => (isObject(each) ? this.#opened(each, part) : each));
    }
  }

  /** A part of `allOf` that takes the properties of the other parts. */
  #opened(schema: JsonSchema, part: Part): JsonSchema {
    const { $ref } = schema;
    const named = typeof $ref === 'string' ? this.#named.get($ref) : undefined;
    if (typeof $ref === 'string' && named) this.#named.set($ref, this.#opened(named, part));
    const draft = { ...schema };
    this.#open(draft, part);
    return draft;
  }

  /** No value would fit: each part of `allOf` refuses the properties of the others. */
  #open(draft: Draft, { at }: Part): void {
    if (draft.additionalProperties !== false) return;
    delete draft.additionalProperties;
    this.#leftovers.add(
      at,
      'Unknown keys of an object that has several parts are not refused',
      'Your API refuses them.',
    );
  }
}

/** Keywords whose value may be true or false. */
const booleans = new Set(['items', 'additionalProperties']);

/** True for a default that is filled in where the value is absent: its schema is a property, or that of a parameter. */
function isFillable({ at }: Part): boolean {
  const owner = at.slice(0, -1);
  const isWhole = owner.at(-1) === 'schema' || (owner.length === 3 && owner[0] === 'components');
  const isProperty = owner.at(-2) === 'properties' && !owner.some((step) => idle.has(step));
  return isWhole || isProperty;
}

const idle = new Set(['not', 'if', 'additionalProperties', 'patternProperties']);
const branches = new Set(['allOf', 'anyOf', 'oneOf', 'then', 'else']);

function entriesOf(part: Part): readonly (readonly [string, Part])[] {
  return Object.keys(Object(part.value)).map((key) => [key, part.raw(key)] as const);
}

function textsIn(value: Json): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

/** The name of a schema by its place: the component itself, or the words that lead to it. */
function nameOf(at: readonly string[]): string {
  const [, , component = 'Value', ...inner] = at;
  const isComponent = at[0] === 'components' && at[1] === 'schemas';
  const words = isComponent ? [component, ...inner.filter((step) => step !== 'properties')] : at.slice(-2);
  const name = pascalCase(words.join('-'));
  return /^[A-Z]/.test(name) ? name : `Schema${name}`;
}

function sectionOf({ at }: Part): string {
  return at[0] === 'components' ? (at[2] ?? 'Fields') : 'Fields';
}

/** True for a map whose keys match one pattern, as the specification has it. */
function isMapByPattern({ patternProperties, additionalProperties, properties, propertyNames }: JsonSchema): boolean {
  const [pattern, ...others] = Object.keys(Object(patternProperties));
  const isMap = additionalProperties === false && properties === undefined && propertyNames === undefined;
  return isMap && pattern !== undefined && others.length === 0 && canCompile(pattern);
}

function canCompile(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}
