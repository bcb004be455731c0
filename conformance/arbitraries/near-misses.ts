/** Values that are invalid in exactly one way. */

import type { JsonSchema } from '../contract/contract.ts';
import type { SchemaError } from '../oracle/schema.ts';
import { isSchema, propertiesOf, requiredOf } from '../oracle/shapes.ts';
import type { Material } from './minimal.ts';
import { minimal } from './minimal.ts';
import { makersOf } from './misses.ts';
import { absent, type Placement, putAtSite, type Site, sitesOf, valueAtSite } from './route.ts';

/** A value of which one place breaks one keyword. */
export interface NearMiss extends Placement {
  /** What was put there; `absent` when something was left out. */
  readonly invalid: unknown;
  /** True when it stands behind right values of the same list or map. */
  readonly last: boolean;
}

/** Which rule to break. */
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
 * Each is verified by the judge: the keyword is broken at that place, and nothing is broken anywhere else.
 */
export function nearMisses(constraint: Constraint, base: unknown, material: Material): readonly NearMiss[] {
  const found = new Map<string, NearMiss>();
  for (const site of sitesOf(constraint.schema, constraint.path, material)) {
    const wrongs = candidates(site, base, constraint, material);
    for (const position of ['first', 'last'] as const) {
      for (const invalid of wrongs) {
        const placed = putAtSite(base, site, invalid, material, position);
        if (!placed || !breaksOnly(constraint, placed, material)) continue;
        const text = JSON.stringify(placed.value);
        if (!found.has(text)) found.set(text, { ...placed, invalid, last: position === 'last' });
      }
    }
  }
  return [...found.values()];
}

function candidates(site: Site, base: unknown, constraint: Constraint, material: Material): readonly unknown[] {
  if (constraint.keyword === 'required') return [absent];
  const there = valueAtSite(base, site);
  const usual =
    [there, site.shape.default].find((value) => isRight(site, value, material)) ?? minimal(site.shape, material);
  const made = makersOf(constraint.keyword, constraint.text ?? false)({ shape: site.shape, usual, material });
  // Whether null stands for what may be left out the documents leave open.
  const others = made.filter((invalid) => invalid !== null || !site.optional);
  // What is nearly one of the forms comes first: it is invalid in one part of it.
  return choices.has(constraint.keyword) ? [...nearForms(site.shape, material), ...others] : others;
}

const choices: ReadonlySet<string> = new Set(['anyOf', 'oneOf']);

/** Keywords of which the parts of a form are made invalid. */
const ofParts = ['const', 'enum', 'type', 'pattern'] as const;

/** Values that are one form but for one part. */
function nearForms(form: JsonSchema, material: Material): readonly unknown[] {
  const base = minimal(form, material);
  return aimsIn(form, [], material).flatMap(({ path, keyword }) =>
    nearMisses({ schema: form, path, keyword }, base, material)
      .filter(({ last }) => !last)
      .slice(0, 1)
      .map(({ value }) => value),
  );
}

/** Every part of a form, two levels deep, with the keywords that can be broken there. */
function aimsIn(
  form: JsonSchema,
  path: readonly string[],
  material: Material,
): readonly Pick<Constraint, 'path' | 'keyword'>[] {
  const [shape = form] = material.validator.shapes(form);
  const named = Object.entries(propertiesOf(shape)).map(([name, schema]) => [name, schema] as const);
  const parts = isSchema(shape.items) ? [...named, ['items', shape.items] as const] : named;
  const own = path.length > 0 ? ofParts.filter((keyword) => keyword in shape) : [];
  return [
    ...own.map((keyword) => ({ path, keyword })),
    ...requiredOf(shape).map((name) => ({ path: [...path, name], keyword: 'required' })),
    ...(path.length < 2 ? parts.flatMap(([name, schema]) => aimsIn(schema, [...path, name], material)) : []),
  ];
}

function isRight({ shape }: Site, value: unknown, { validator }: Material): boolean {
  return value !== absent && value !== undefined && validator.valid(shape, value);
}

/** True when the keyword is among the faults and all faults stand at the place, or are those of alternatives around it. */
function breaksOnly(constraint: Constraint, placed: Placement, { validator }: Material): boolean {
  const faults = validator.errors(constraint.schema, placed.value, constraint.text);
  return (
    faults.some((fault) => isAt(fault, placed, constraint)) && faults.every((fault) => isWithin(fault, placed.path))
  );
}

function isAt(fault: SchemaError, placed: Placement, constraint: Constraint): boolean {
  return fault.keyword === constraint.keyword && fault.path.join('/') === placed.path.join('/');
}

const around = new Set(['anyOf', 'oneOf', 'if', 'not']);

function isWithin(fault: SchemaError, path: readonly string[]): boolean {
  const shared = path.every((part, index) => fault.path[index] === part);
  return shared || (around.has(fault.keyword) && fault.path.every((part, index) => path[index] === part));
}
