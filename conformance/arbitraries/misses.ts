/** Invalid values by keyword, those closest to valid ones first. */

import { isObject } from '@tollwright/runtime/values/json';
import type { JsonSchema } from '../contract/contract.ts';
import { isSchema, propertiesOf, requiredOf, typesOf } from '../oracle/shapes.ts';
import { listOf, mapOfSize } from './items.ts';
import { type Material, minimal, typeOf } from './minimal.ts';
import { neighboursOf, relativesOf } from './neighbours.ts';
import { maxTextLength, textOfLength, wide } from './text.ts';

/** The source of an invalid value: the shape that it breaks, and a valid value. */
export interface Miss {
  readonly shape: JsonSchema;
  readonly usual: unknown;
  readonly material: Material;
  /** Names of the fields beside it at the top of its part of the request. */
  readonly properties: ReadonlySet<string>;
}

type Maker = (miss: Miss, bound: number) => readonly unknown[];

/** Values of other types that lenient parsers accept. */
const otherTypes: Readonly<Record<string, (usual: unknown) => readonly unknown[]>> = {
  integer: (usual) => [String(usual), Number(usual) + 0.5, true, null, [usual], ''],
  number: (usual) => [String(usual), true, null, [usual], ''],
  string: (usual) => [5, null, true, [usual], objectOf(usual)],
  boolean: () => ['true', 1, null, 'false', 0],
  array: (usual) => {
    const items: readonly unknown[] = Array.isArray(usual) && usual.length > 0 ? usual : ['a'];
    return [items[0], null, keyed(items), {}, JSON.stringify(usual), 0];
  },
  object: (usual) => [
    Object.values(isObject(usual) ? usual : {}),
    [],
    null,
    Object.values(isObject(usual) ? usual : {}).slice(0, 1),
    JSON.stringify(usual),
    [usual],
    true,
  ],
  null: () => [0, '', false],
};

/** A text as an object that says the same: a size has a width and a height. */
function objectOf(text: unknown): object {
  const [width, height] = /^\d+x\d+$/.test(String(text)) ? String(text).split('x').map(Number) : [];
  return width === undefined ? { text } : { width, height };
}

/** A list as a map, as callers write it who name what is to be in order. */
function keyed(items: readonly unknown[]): object {
  return Object.fromEntries(items.map((item, index) => [`key-${index + 1}`, item]));
}

/** Texts that are no value of a type, where values are sent as text. */
const otherTexts: Readonly<Record<string, readonly unknown[]>> = {
  integer: ['abc', '1.5', '1x'],
  number: ['abc', '1x'],
  boolean: ['maybe'],
};

function texts(length: number): readonly unknown[] {
  return length < 0 || length > maxTextLength ? [] : [textOfLength(length), textOfLength(length, wide)];
}

function otherCases(text: string): readonly string[] {
  return [text.toUpperCase(), text.toLowerCase(), text.charAt(0).toUpperCase() + text.slice(1)];
}

/** The value closest to a member: the same text in other case, the next number. */
function neighbourOf(member: unknown): unknown {
  if (typeof member === 'number') return member + 1;
  if (typeof member !== 'string') return !member;
  const [upper] = otherCases(member);
  return upper === member ? member.toLowerCase() : upper;
}

/** Members that many enumerations have. */
const usualWords: readonly string[] = ['default', 'auto'];

/** Values that are not in an enum: members in other case, words of its kind, padded members, then members of the contract's other enums. */
function unlisted({ shape, material, properties }: Miss): readonly unknown[] {
  const members = Array.isArray(shape.enum) ? shape.enum : [shape.const];
  // A server that reads one member in other case reads all of them so.
  const [first = [], ...others] = members.map((member) => [neighbourOf(member), ...slipsOf(member)]);
  const [last = []] = others.slice(-1);
  const near = [
    ...first.slice(0, 1),
    ...last.slice(0, 1),
    ...first.slice(1),
    ...relativesOf(members, properties),
    '',
    ...usualWords,
  ];
  const sets = material.enums.filter((set) => set !== shape.enum);
  const related = sets.filter((set) => set.some((value) => members.some((member) => member === value))).flat();
  return [...near, ...related, ...sets.flat().slice(0, 4), ...others.flat()].filter(
    (value) => !members.some((member) => member === value),
  );
}

/** Texts that compare equal to a member where only its letters count, or its beginning. */
function slipsOf(member: unknown): readonly string[] {
  return typeof member === 'string' ? [`${member}s`, ...otherCases(member), `${member} `, member.slice(0, -1)] : [];
}

function mistyped({ shape, usual, material }: Miss): readonly unknown[] {
  const valid = String(usual);
  const middle = Math.floor(valid.length / 2);
  return [
    ...neighboursOf(valid, shape, material),
    `${valid}x`,
    `x${valid}`,
    ` ${valid}`,
    `${valid}\n`,
    valid.slice(1),
    '',
    `${valid.slice(0, middle)}-${valid.slice(middle)}`,
    `${valid}00000000000000000000`,
    ...otherCases(valid),
  ];
}

/** True for a URL in other case or between blanks: URL parsers accept it. */
function isSameUrl(text: unknown, url: unknown): boolean {
  return URL.canParse(String(url)) && String(text).trim().toLowerCase() === String(url).toLowerCase();
}

/** Objects that lack one property that another one requires. */
function lackingNeeded({ shape, usual, material }: Miss): readonly unknown[] {
  const properties = propertiesOf(shape);
  return Object.entries(Object(shape.dependentRequired)).flatMap(([name, needed]) => {
    const names = [name, ...requiredOf({ required: Array.isArray(needed) ? needed : [] })];
    const all = Object.fromEntries(names.map((each) => [each, minimal(properties[each] ?? {}, material)]));
    return names.slice(1).map((lacking) => {
      const { [lacking]: _, ...rest } = { ...all, ...(isObject(usual) ? usual : {}) };
      return rest;
    });
  });
}

/** Maps with one key whose name is not allowed. */
function misnamed({ shape, usual, material }: Miss): readonly unknown[] {
  const { propertyNames: names, additionalProperties: values } = shape;
  if (!isSchema(names)) return [];
  const key = String(minimal({ type: 'string', ...names }, material));
  const wrong = [`${key}x`, `x${key}`, key.toUpperCase(), key.slice(1), 'unknown_key', textOfLength(100)];
  const value = minimal(isSchema(values) ? values : {}, material);
  return wrong
    .filter((each) => !material.validator.valid(names, each))
    .map((each) => ({ ...(isObject(usual) ? usual : {}), [each]: value }));
}

const makers: Readonly<Record<string, Maker>> = {
  type: ({ shape, usual }) => {
    const types = typesOf(shape);
    return types.flatMap((type) => otherTypes[type]?.(usual) ?? []);
  },
  enum: unlisted,
  const: unlisted,
  minimum: ({ shape }, bound) => [bound - 1, ...finer(shape, bound, -1), -bound],
  maximum: ({ shape }, bound) => [bound + 1, ...finer(shape, bound, 1), bound * 10],
  exclusiveMinimum: (_, bound) => [bound, bound - 1],
  exclusiveMaximum: (_, bound) => [bound, bound + 1],
  multipleOf: (_, bound) => [bound / 2, bound * 1.5],
  minLength: (_, bound) => [...texts(bound - 1), ''],
  maxLength: (_, bound) => [...texts(bound + 1), ...texts(bound * 2)],
  pattern: (miss) => mistyped(miss).filter((text) => !isSameUrl(text, miss.usual)),
  format: (miss) => [...mistyped(miss), 'not right', 'http//'].filter((text) => !isSameUrl(text, miss.usual)),
  minItems: ({ shape, usual, material }, bound) => [listOf(bound - 1, shape, usual, material), []],
  maxItems: ({ shape, usual, material }, bound) => [listOf(bound + 1, shape, usual, material)],
  uniqueItems: ({ shape, usual, material }) => {
    const [first] = [listOf(1, shape, usual, material)].flatMap((list) => (Array.isArray(list) ? list : []));
    return [[first, first]];
  },
  minProperties: ({ shape, usual, material }, bound) => [mapOfSize(bound - 1, shape, usual, material), {}],
  maxProperties: ({ shape, usual, material }, bound) => [mapOfSize(bound + 1, shape, usual, material)],
  additionalProperties: ({ usual }) => [{ ...(isObject(usual) ? usual : {}), unknown_key: 1 }],
  dependentRequired: lackingNeeded,
  propertyNames: misnamed,
  not: ({ shape, material }) => excluded(shape.not, material),
  catalog: ({ usual }) => unknownKeys(String(usual)),
};

/**
 * Keys that a catalog lacks: similar ones first, then names that lookups in plain objects find. A key without its prefix
 * is not among them: a short name may stand for the whole key.
 */
function unknownKeys(key: string): readonly string[] {
  return [`${key}-unknown`, key.toUpperCase(), `${key} `, 'constructor', '__proto__', 'unknown/unknown', ''];
}

/** Values that miss a bound by less than one, where they need not be integers. */
function finer(shape: JsonSchema, bound: number, direction: 1 | -1): readonly number[] {
  return typeOf(shape) === 'integer' ? [] : [bound + direction * 0.01, bound + direction * 0.000001];
}

/** Values of an excluded schema: its examples, else the smallest. */
function excluded(form: unknown, material: Material): readonly unknown[] {
  if (!isSchema(form)) return [];
  return Array.isArray(form.examples) ? form.examples : [minimal(form, material)];
}

const others: Maker = ({ usual }) => [null, true, 0, 1.5, '', 'a', [], {}, [usual], String(usual)];

/** Makes the invalid values of a keyword; keywords without a maker get values of every type. */
export function makersOf(keyword: string, text: boolean): (miss: Miss) => readonly unknown[] {
  if (keyword === 'type' && text) return ({ shape }) => typesOf(shape).flatMap((type) => otherTexts[type] ?? []);
  const maker = (Object.hasOwn(makers, keyword) && makers[keyword]) || others;
  return (miss) => maker(miss, Number(miss.shape[keyword])).filter((value) => value !== undefined);
}
