/** Plans requests with the boundary values of one keyword. */

import { boundaries } from '../arbitraries/boundaries.ts';
import { choicesOf } from '../arbitraries/choices.ts';
import { rootOf, withPart } from '../arbitraries/fields.ts';
import { minimal } from '../arbitraries/minimal.ts';
import { absent, type Placement, putAtSite, sitesOf, valueAtSite } from '../arbitraries/route.ts';
import { samplesFor } from '../check/run.ts';
import type { Invocation } from '../http/exchange.ts';
import type { FieldPath } from '../oracle/reads.ts';
import type { RequestConstraint } from './constraint.ts';
import { planValid, type ValidRequest } from './planned.ts';
import { fieldName, shown } from './violation.ts';

/** Boundary values of one rule: fewer where each call is charged to an account, unless the control API funds it. */
const maxValues = { free: 60, charged: 3 };

/** The example with each boundary value, which every run sends, whatever its seed. */
export function planBoundaries(constraint: RequestConstraint): readonly ValidRequest[] {
  const { run, rule, context, part, path, keyword } = constraint;
  const { operation, requests } = context;
  const members = keyword === 'enum' || keyword === 'catalog';
  const charged = operation.auth === 'key' && operation.price && !(members && run.level === 'controlled');
  const calls = boundaryCalls(constraint)
    .flatMap(([value, call]) => {
      const invocation = requests.repair(call, [rootOf[part], ...path].join('.'));
      return invocation ? [{ value, invocation }] : [];
    })
    .take(Math.min(Math.max(samplesFor(rule, run), leastValues), charged ? maxValues.charged : maxValues.free))
    .toArray();

  const name = fieldName(part, path);
  const siblings = [...calls.map(({ invocation }) => invocation), ...withoutField(constraint)];
  return calls.map(({ value, invocation }) =>
    planValid(run, rule, context, {
      invocation,
      because: `${name} ${value === absent ? 'is optional' : `may be ${shown(value)}`}`,
      siblings,
      shows: [[rootOf[part], ...path.slice(0, 1)]],
      field: value === absent ? path.at(-1) : undefined,
    }),
  );
}

/** Values of a field that few samples show too, since one request shows those of all fields. */
const leastValues = 3;

/** True for the rule of an optional field that the example lacks: an example that is refused may be refused for that. */
export function isLackedOptional({ context, part, schema, path, keyword, presenceIsOpen }: RequestConstraint): boolean {
  const [site] = sitesOf(schema, path, context.material);
  if (keyword !== 'type' || !site?.optional || presenceIsOpen) return false;
  return valueAtSite(context.requests.base[part], site) === absent;
}

/** The example with a value of the field that it lacks. */
export function callWithField({ run, context, part, schema, path }: RequestConstraint): Invocation | undefined {
  const { operation, requests, material } = context;
  const { base } = requests;
  const [site] = sitesOf(schema, path, material);
  if (!site) return undefined;
  const field: FieldPath = [rootOf[part], ...path];
  const choices = choicesOf(field, operation, requests.environment(base), run.evaluator, material);
  const calls = [minimal(site.shape, material), ...choices].flatMap((value) => {
    const placed = value === undefined ? undefined : putAtSite(base[part], site, value, material);
    const repaired = placed && requests.repair(withPart(base, part, placed.value), field.join('.'));
    return repaired ? [repaired] : [];
  });
  return calls[0];
}

/** The example without the field, where it is optional: if this is accepted, the target rejects the field. */
function withoutField({ context, part, schema, path }: RequestConstraint): readonly Invocation[] {
  const { requests, material } = context;
  const { base } = requests;
  const [site] = sitesOf(schema, path, material);
  const placed = site?.optional && part !== 'params' ? putAtSite(base[part], site, absent, material) : undefined;
  const call = placed && requests.repair(withPart(base, part, placed.value));
  return call ? [call] : [];
}

function* boundaryCalls({
  context,
  part,
  schema,
  path,
  keyword,
  presenceIsOpen,
}: RequestConstraint): Generator<[unknown, Invocation]> {
  const { material } = context;
  const { base } = context.requests;
  if (part !== 'body' && path.length === 0) return;
  for (const site of sitesOf(schema, path, material)) {
    const there = {
      shape: site.shape,
      current: valueAtSite(base[part], site),
      optional: site.optional && !presenceIsOpen,
    };
    for (const value of boundaries(there, keyword, material)) {
      // Alone in its list or map where possible, so that no sibling causes a rejection.
      const placed = (['only', 'first'] as const).map((position) =>
        putAtSite(base[part], site, value, material, position),
      );
      const isFitting = (each: Placement | undefined): each is Placement =>
        each !== undefined && material.validator.valid(schema, each.value, part !== 'body');
      const fitting = placed.find(isFitting);
      if (fitting) yield [value, withPart(base, part, fitting.value)];
      // What an item may be, it may be after others too.
      const isListed = keyword === 'enum' && site.steps.some(({ into }) => into === 'item');
      const last = isListed ? putAtSite(base[part], site, value, material, 'last') : undefined;
      if (isFitting(last)) yield [value, withPart(base, part, last.value)];
    }
  }
}
