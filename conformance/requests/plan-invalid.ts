/** Plans requests that break one keyword only. */

import fc from 'fast-check';
import { listedChoices } from '../arbitraries/choices.ts';
import { fieldsOf as fieldsReadBy } from '../arbitraries/condition-cases.ts';
import type { OperationContext } from '../arbitraries/domain.ts';
import { canBeHeader, rootOf, shapeOfField, withPart, writeField } from '../arbitraries/fields.ts';
import { minimal } from '../arbitraries/minimal.ts';
import { type NearMiss, nearMisses } from '../arbitraries/near-misses.ts';
import { otherNamesOf } from '../arbitraries/neighbours.ts';
import { absent, putAtSite, sitesOf, valueAtSite } from '../arbitraries/route.ts';
import { valid } from '../arbitraries/valid.ts';
import { streamed } from '../calls/streamed.ts';
import { samplesFor } from '../check/run.ts';
import { fieldsOf } from '../common/json.ts';
import { sampled } from '../common/spread.ts';
import type { Invocation } from '../http/exchange.ts';
import type { FieldPath } from '../oracle/reads.ts';
import { propertiesOf } from '../oracle/shapes.ts';
import type { RequestConstraint } from './constraint.ts';
import { planBoundaries } from './plan-valid.ts';
import { type InvalidRequest, planInvalid } from './planned.ts';
import { ownShare } from './twins.ts';
import { describeViolation, fieldName } from './violation.ts';

/** Near misses of one rule: in the first place, and after valid values. */
const maxMisses = { first: 9, last: 3 };

/** A near miss and the request that sends it. */
export interface PlannedMiss {
  readonly miss: NearMiss;
  readonly request: InvalidRequest;
}

/** The near misses of the example, which every run sends, whatever its seed. */
export function planMisses(constraint: RequestConstraint): readonly PlannedMiss[] {
  const { context, part, path, keyword } = constraint;
  const base = withField(constraint, context.requests.base);
  // Paths, queries and forms are objects always, and a path has all its parameters. A body of text is a text always.
  if (constraint.text && path.length === 0 && (keyword === 'type' || typeof base[part] !== 'string')) return [];
  if (part === 'params' && keyword === 'required') return [];
  const all = nearMisses(constraint, base[part], context.material).filter(
    (miss) => (part !== 'params' || isInPath(miss)) && (part !== 'header' || isInHeader(miss)),
  );
  // Each part of each alternative and each slip in a text has its own near miss.
  const first = /^(anyOf|oneOf|pattern|format|not)$/.test(keyword) ? all.length : maxMisses.first;
  const misses = [
    ...alternating(all.filter(({ last }) => !last)).slice(0, first),
    ...all.filter(({ last }) => last).slice(0, maxMisses.last),
  ];
  const placed = [
    ...(keyword === 'enum' ? misses.map((miss) => breakingNoCondition(constraint, base, miss)) : misses),
    ...missesOfOtherModels(constraint, base),
    ...missesOfStreams(constraint, base),
    ...missesByOtherNames(constraint, base),
  ];
  return ownShare(sampled(placed, missesOf(constraint)), constraint).flatMap((miss) => {
    const read = whereRead(constraint, base, miss);
    return read ? [{ miss, request: planMiss(constraint, base, read) }] : [];
  });
}

/** The near misses of a request with other fields than the example: one in each place. */
export function planMissesIn(constraint: RequestConstraint, base: Invocation): readonly InvalidRequest[] {
  const misses = nearMisses(constraint, base[constraint.part], constraint.context.material);
  return misses.flatMap((miss) => {
    const read = whereRead(constraint, base, miss);
    return read ? [planMiss(constraint, base, read)] : [];
  });
}

/** Near misses that a rule sends at most: the first sample is what shows valid values, where there are some. */
function missesOf(constraint: RequestConstraint): number {
  const samples = samplesFor(constraint.rule, constraint.run);
  return planBoundaries(constraint).length > 0 ? samples - 1 : samples;
}

/** Near misses of every shape in turn, each value first in one of them, so that those of the last shape are among the first. */
function alternating(misses: readonly NearMiss[]): readonly NearMiss[] {
  const groups = [...Map.groupBy(misses, ({ shape }) => shape).values()];
  const ranked = groups.flatMap((group) => group.map((miss, rank) => ({ miss, rank })));
  const inTurn = ranked.toSorted((one, other) => one.rank - other.rank).map(({ miss }) => miss);
  const firsts = [...Map.groupBy(inTurn, ({ invalid }) => JSON.stringify(invalid)).values()].flatMap(
    ([first]) => first ?? [],
  );
  return [...firsts, ...inTurn.filter((miss) => !firsts.includes(miss))];
}

/**
 * Near misses of a bound or of a list, with each model that accepts its last value.
 *
 * Other models refuse that value, and a near miss with it, for a reason of their own.
 */
function missesOfOtherModels(constraint: RequestConstraint, base: Invocation): readonly NearMiss[] {
  const { context, part, path, keyword } = constraint;
  const { operation, requests, material } = context;
  const [name] = path;
  if (name === undefined || path.length > 1 || !['minimum', 'maximum', 'enum'].includes(keyword)) return [];
  const field: FieldPath = [rootOf[part], name];
  const stated = shapeOfField(operation, field, material.validator.shapes)?.[keyword];
  const last = Array.isArray(stated) ? stated.at(-1) : stated;
  return modelsBeside(field, context)
    .map((model) => writeField(writeField(base, model.field, model.key), field, last))
    .filter(requests.allows)
    .flatMap((call) => nearMisses(constraint, call[part], material).slice(0, maxMisses.first));
}

/** The request without a field that it requires, as a stream: a server may read streams by other code. */
function missesOfStreams(constraint: RequestConstraint, base: Invocation): readonly NearMiss[] {
  const { run, context, part, keyword } = constraint;
  const { operation, material } = context;
  if (keyword !== 'required' || part !== 'body' || !operation.stream) return [];
  return nearMisses(constraint, streamed(run, operation, operation.stream, base).body, material).slice(0, 1);
}

/** The request with the value of a field that it requires under other names only, which a lenient server reads instead. */
function missesByOtherNames(
  { context, part, schema, path, keyword }: RequestConstraint,
  base: Invocation,
): readonly NearMiss[] {
  const { operation, material } = context;
  const [name] = path;
  if (keyword !== 'required' || part !== 'body' || name === undefined || path.length > 1) return [];
  if (operation.body?.unknownKeys === 'rejected') return [];
  const known = new Set(material.validator.shapes(schema).flatMap((shape) => Object.keys(propertiesOf(shape))));
  const value = fieldsOf(base.body)[name];
  const others = otherNamesOf(name).filter((other) => !known.has(other));
  const given = Object.fromEntries(others.map((other) => [other, value]));
  return nearMisses({ schema, path, keyword }, base.body, material)
    .slice(0, others.length > 0 ? 1 : 0)
    .map((miss) => ({ ...miss, value: { ...given, ...fieldsOf(miss.value) } }));
}

/** The catalog keys that a condition of the operation reads together with a field, each with the field that holds it. */
function modelsBeside(
  field: FieldPath,
  { operation, material }: OperationContext,
): readonly { readonly field: FieldPath; readonly key: unknown }[] {
  const conditions = operation.conditions
    .map(fieldsReadBy)
    .filter((fields) => fields.some((each) => isSame(each, field)));
  const fields = new Map(conditions.flat().map((each) => [each.join('.'), each]));
  return [...fields.values()]
    .filter((each) => shapeOfField(operation, each, material.validator.shapes)?.catalog !== undefined)
    .flatMap((each) => (listedChoices(each, operation, material) ?? []).map((key) => ({ field: each, key })));
}

function isSame(one: FieldPath, other: FieldPath): boolean {
  return one.join('.') === other.join('.');
}

/** The same violation in the smallest request that has it. */
export function planSmallest(constraint: RequestConstraint, { invalid }: NearMiss): InvalidRequest | undefined {
  const { context, part, schema } = constraint;
  const { requests, material } = context;
  const repaired = requests.repair(withPart(requests.base, part, minimal(schema, material)));
  const least = repaired && withField(constraint, repaired);
  const miss = nearMisses(constraint, least?.[part], material).find((other) => other.invalid === invalid);
  return miss && planMiss(constraint, requests.base, miss);
}

/** A value of the part that the constraint is about, and a number that picks one of its near misses. */
export type Draw = readonly [value: unknown, pick: number];

/** Draws of random requests. */
export function draws({ context, schema }: RequestConstraint): fc.Arbitrary<Draw> {
  return fc.tuple(valid(schema, context.material), fc.nat({ max: 1000 }));
}

/** The near miss of a random request, or none; `undefined` where the random request cannot be made valid. */
export function planDrawn(constraint: RequestConstraint, [value, pick]: Draw): readonly InvalidRequest[] | undefined {
  const { context, part } = constraint;
  const { base, repair } = context.requests;
  const repaired = repair(withPart(base, part, value));
  if (!repaired) return undefined;
  const drawn = withField(constraint, repaired);
  const misses = nearMisses(constraint, drawn[part], context.material);
  const miss = misses[pick % Math.max(1, misses.length)];
  const read = miss && whereRead(constraint, drawn, miss);
  if (!read) return [];
  // The target may reject the request for another reason, so the name in its error is not compared.
  const { names: _, ...request } = planMiss(constraint, base, read);
  return [request];
}

/** The near miss in a request that breaks no condition besides, where there is one. */
function breakingNoCondition({ context, part, path }: RequestConstraint, base: Invocation, miss: NearMiss): NearMiss {
  const field: FieldPath = [rootOf[part], ...path.slice(0, 1)];
  const call = context.requests.meetConditions(withPart(base, part, miss.value), field.join('.'));
  return call ? { ...miss, value: call[part] } : miss;
}

/** The near miss in a request that the target has to read whole: a model may ignore some fields. `undefined` where there is none. */
function whereRead({ context, part, path }: RequestConstraint, base: Invocation, miss: NearMiss): NearMiss | undefined {
  const field: FieldPath = [rootOf[part], ...path.slice(0, 1)];
  const call = context.requests.decide(withPart(base, part, miss.value), field.join('.'));
  return call && { ...miss, value: call[part] };
}

/** False for an empty segment, which makes a different path, and for a name in other letter case, which may be the same resource. */
function isInPath({ invalid, shape }: NearMiss): boolean {
  const members = Array.isArray(shape.enum) ? shape.enum.map((member) => String(member).toLowerCase()) : [];
  return invalid !== '' && !members.includes(String(invalid).toLowerCase());
}

/** False for a value that a header cannot have, or that arrives as no header at all. */
function isInHeader({ invalid, value }: NearMiss): boolean {
  return invalid !== '' && canBeHeader(value);
}

/** The call with a valid value of the constrained field and all that this requires, where the call lacks the field. */
function withField({ context, part, schema, path }: RequestConstraint, base: Invocation): Invocation {
  const { requests, material } = context;
  const [site] = sitesOf(schema, path, material);
  if (!site || valueAtSite(base[part], site) !== absent) return base;
  const placed = putAtSite(base[part], site, minimal(site.shape, material), material);
  const given = placed && withPart(base, part, placed.value);
  if (!given || requests.allows(given)) return base;
  const field: FieldPath = [rootOf[part], ...path.slice(0, 1)];
  return requests.repair(given, field.join('.')) ?? base;
}

function planMiss(constraint: RequestConstraint, base: Invocation, miss: NearMiss): InvalidRequest {
  const { run, rule, context, part, keyword } = constraint;
  const [name, ...around] = miss.path.filter((step) => !/^\d+$/.test(step)).toReversed();
  return planInvalid(run, rule, context, {
    invocation: withPart(base, part, miss.value),
    part,
    because: `${fieldName(part, miss.path)} ${describeViolation({ keyword, shape: miss.shape, value: miss.invalid })}`,
    error: rule.error,
    ...(name !== undefined && { names: { name, around, always: false } }),
  });
}
