/** Values that are invalid in exactly one way. */

import type { JsonSchema } from '../contract/contract.ts';
import type { SchemaError } from '../oracle/schema.ts';
import { isSchema, propertiesOf, requiredOf } from '../oracle/shapes.ts';
import type { Material } from './minimal.ts';
import { minimal } from './minimal.ts';
import { makersOf } from './misses.ts';
import { absent, type Placement, putAtSite, type Site, sitesOf, valueAtSite } from './route.ts';

/** A value that breaks one keyword in one place. */
export interface NearMiss extends Placement {
  /** The invalid value; `absent` when something was left out. */
  readonly invalid: unknown;
  /** The schema that it breaks. */
  readonly shape: JsonSchema;
  /** True when it follows valid values in the same list or map. */
  readonly last: boolean;
}

/** The keyword to break, and where. */
export interface Constraint {
  readonly schema: JsonSchema;
  readonly path: readonly string[];
  readonly keyword: string;
  /** True where values travel as text: in queries and paths. */
  readonly text?: boolean;
}

/**
 * Values like `base`, invalid in one place and by one keyword, the nearest first.
 *
 * Each is verified by the validator: the keyword is broken at that place, and nothing else anywhere.
 */
export function nearMisses(constraint: Constraint, base: unknown, material: Material): readonly NearMiss[] {
  const found = new Map<string, NearMiss>();
  for (const site of sitesOf(constraint.schema, constraint.path, material)) {
    const values = candidates(site, base, constraint, material);
    // Alone in its map where possible, so that a response is about this value only.
    const isInMap = site.steps.some(({ into }) => into === 'value');
    for (const position of ['first', 'last'] as const) {
      const tried = isInMap && position === 'first' ? (['only', 'first'] as const) : [position];
      for (const invalid of values) {
        const placed = tried
          .map((each) => putAtSite(base, site, invalid, material, each))
          .find((each) => each !== undefined && breaksOnly(constraint, each, material));
        if (!placed) continue;
        const text = JSON.stringify(placed.value);
        if (!found.has(text)) found.set(text, { ...placed, invalid, shape: site.shape, last: position === 'last' });
      }
    }
  }
  return [...found.values()];
}

/** Keywords about the content of a text, or about values that may be sent as text. */
const ofContents: ReadonlySet<string> = new Set(['format', 'pattern', 'enum', 'catalog', 'anyOf', 'type']);

function candidates(site: Site, base: unknown, constraint: Constraint, material: Material): readonly unknown[] {
  if (constraint.keyword === 'required') return [absent];
  const there = valueAtSite(base, site);
  const usual =
    [there, site.shape.default].find((value) => isValid(site, value, material)) ?? minimal(site.shape, material);
  const properties = new Set(
    material.validator.shapes(constraint.schema).flatMap((shape) => Object.keys(propertiesOf(shape))),
  );
  const made = makersOf(
    constraint.keyword,
    constraint.text ?? false,
  )({ shape: site.shape, usual, material, properties });
  // The documents leave open whether null, or an empty text, may stand for an optional field (null-values, empty-values).
  const isShownByOthers = ofContents.has(constraint.keyword) || made.some((invalid) => invalid !== '');
  const isOpen = (invalid: unknown) => invalid === null || (invalid === '' && isShownByOthers);
  const others = made.filter((invalid) => !site.optional || !isOpen(invalid));
  // Values that match one alternative except for one part come first.
  return choices.has(constraint.keyword)
    ? [...nearForms(site.shape, material), ...nearTexts(site.shape, material), ...others]
    : others;
}

/** The texts of alternatives, one character shorter and one longer. */
function nearTexts(form: JsonSchema, material: Material): readonly unknown[] {
  const texts = material.validator.shapes(form).filter(({ pattern }) => pattern !== undefined);
  return texts.map((shape) => String(minimal(shape, material))).flatMap((text) => [text.slice(0, -1), `${text}0`]);
}

const choices: ReadonlySet<string> = new Set(['anyOf', 'oneOf']);

/** Keywords that are broken in parts of an alternative. */
const ofParts = ['const', 'enum', 'type', 'pattern'] as const;

/** Values that match an alternative except for one part. */
function nearForms(form: JsonSchema, material: Material): readonly unknown[] {
  const base = minimal(form, material);
  return constraintsIn(form, [], material).flatMap(({ path, keyword }) =>
    nearMisses({ schema: form, path, keyword }, base, material)
      .filter(({ last }) => !last)
      .slice(0, 1)
      .map(({ value }) => value),
  );
}

/** Every part of an alternative, two levels deep, with the keywords that can be broken there. */
function constraintsIn(
  form: JsonSchema,
  path: readonly string[],
  material: Material,
): readonly Pick<Constraint, 'path' | 'keyword'>[] {
  const [shape = form] = material.validator.shapes(form);
  const named = Object.entries(propertiesOf(shape)).map(([name, schema]) => [name, schema] as const);
  const members = [['items', shape.items] as const, ['*', shape.additionalProperties] as const];
  const parts = [...named, ...members.flatMap(([name, schema]) => (isSchema(schema) ? [[name, schema] as const] : []))];
  const own = path.length > 0 ? ofParts.filter((keyword) => keyword in shape) : [];
  return [
    ...own.map((keyword) => ({ path, keyword })),
    ...requiredOf(shape).map((name) => ({ path: [...path, name], keyword: 'required' })),
    ...(path.length < 2 ? parts.flatMap(([name, schema]) => constraintsIn(schema, [...path, name], material)) : []),
  ];
}

function isValid({ shape }: Site, value: unknown, { validator }: Material): boolean {
  return value !== absent && value !== undefined && validator.valid(shape, value);
}

/** True when the keyword is among the errors, and every error is at the place or of an alternative around it. */
function breaksOnly(constraint: Constraint, placed: Placement, { validator }: Material): boolean {
  const errors = validator.errors(constraint.schema, placed.value, constraint.text);
  return (
    errors.some((error) => isAt(error, placed, constraint)) && errors.every((error) => isWithin(error, placed.path))
  );
}

function isAt({ keyword, path }: SchemaError, placed: Placement, constraint: Constraint): boolean {
  // The validator reports an unknown or a missing property, not the object that has or lacks it.
  const place = ['additionalProperties', 'dependentRequired'].includes(keyword) ? path.slice(0, -1) : path;
  return keyword === constraint.keyword && place.join('/') === placed.path.join('/');
}

const around = new Set(['anyOf', 'oneOf', 'if', 'not']);

function isWithin(error: SchemaError, path: readonly string[]): boolean {
  const shared = path.every((part, index) => error.path[index] === part);
  return shared || (around.has(error.keyword) && error.path.every((part, index) => path[index] === part));
}
