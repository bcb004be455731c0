/** Requests with the boundary values of one keyword. */

import { boundaries } from '../arbitraries/boundaries.ts';
import { choicesOf } from '../arbitraries/choices.ts';
import { rootOf, withPart } from '../arbitraries/fields.ts';
import { minimal } from '../arbitraries/minimal.ts';
import { absent, type Placement, putAtSite, sitesOf, valueAtSite } from '../arbitraries/route.ts';
import { isAccepted } from '../calls/responses.ts';
import { failure } from '../check/outcome.ts';
import type { Invocation } from '../http/exchange.ts';
import type { FieldPath } from '../oracle/reads.ts';
import type { Judged, RequestConstraint } from './constraint.ts';
import { shown } from './shown.ts';
import { judgeValid } from './verdicts.ts';
import { fieldName } from './violation.ts';

/** Boundary values sent for one rule: fewer where each call is charged to an account, unless the control API funds it. */
const limits = { free: 60, charged: 3 };

/** A boundary value in the example, with other fields changed where that makes it valid. */
interface BoundaryCall {
  readonly value: unknown;
  readonly invocation: Invocation;
}

/** The calls with the boundary values that every run sends, whatever its seed. */
export function plannedValues(constraint: RequestConstraint): readonly BoundaryCall[] {
  const { cache, operation, part, path } = constraint;
  const requests = cache.requests(operation);
  const members = constraint.keyword === 'enum' || constraint.keyword === 'catalog';
  const charged = operation.auth === 'key' && operation.price && !(members && cache.run.level === 'controlled');
  return validCalls(constraint)
    .flatMap(([value, call]): readonly BoundaryCall[] => {
      const invocation = requests.repair(call, [rootOf[part], ...path].join('.'));
      return invocation ? [{ value, invocation }] : [];
    })
    .take(charged ? limits.charged : limits.free)
    .toArray();
}

/** Sends the example with each boundary value. */
export async function checkValid(constraint: RequestConstraint): Promise<Judged> {
  const { cache, part, path } = constraint;
  const name = fieldName(part, path);
  const calls = plannedValues(constraint);
  const siblings = [...calls.map(({ invocation }) => invocation), ...without(constraint)];
  for (const { value, invocation } of calls) {
    const because = `${name} ${value === absent ? 'is optional' : `may be ${shown(value)}`}`;
    const field = value === absent ? path.at(-1) : undefined;
    const finding = await judgeValid(cache, constraint.rule, invocation, because, { siblings, field });
    if (finding) return { count: calls.length, finding };
  }
  return { count: calls.length, finding: undefined };
}

/** Checks whether the example is rejected only because it lacks an optional field: the same call with it is then accepted. */
export async function checkOptional({
  cache,
  operation,
  part,
  schema,
  path,
  keyword,
  presenceIsOpen,
}: RequestConstraint): Promise<Judged> {
  const { run, material } = cache;
  const requests = cache.requests(operation);
  const { base } = requests;
  const none: Judged = { count: 0, finding: undefined };
  const [site] = sitesOf(schema, path, material);
  const isOptional = site?.optional && !presenceIsOpen;
  if (keyword !== 'type' || !isOptional || valueAtSite(base[part], site) !== absent) return none;
  const without = await cache.send(base);
  if (isAccepted(run.contract, operation, without.received)) return none;
  const field: FieldPath = [rootOf[part], ...path];
  const choices = choicesOf(field, operation, requests.environment(base), run.evaluator, material);
  const calls = [minimal(site.shape, material), ...choices].flatMap((value) => {
    const placed = value === undefined ? undefined : putAtSite(base[part], site, value, material);
    const repaired = placed && requests.repair(withPart(base, part, placed.value), field.join('.'));
    return repaired ? [repaired] : [];
  });
  const [call] = calls;
  const given = call && (await cache.send(call));
  if (!given || !isAccepted(run.contract, operation, given.received)) return none;
  const detail = `Valid request must be accepted: ${fieldName(part, path)} is optional.`;
  return { count: 2, finding: failure(detail, given.received.status, without) };
}

/** The example without the field, where it is optional: if this is accepted, the field is what the target rejects. */
function without({ cache, operation, part, schema, path }: RequestConstraint): readonly Invocation[] {
  const { base } = cache.requests(operation);
  const { material } = cache;
  const [site] = sitesOf(schema, path, material);
  const placed = site?.optional && part !== 'params' ? putAtSite(base[part], site, absent, material) : undefined;
  const call = placed && cache.requests(operation).repair(withPart(base, part, placed.value));
  return call ? [call] : [];
}

function* validCalls({
  cache,
  operation,
  part,
  schema,
  path,
  keyword,
  presenceIsOpen,
}: RequestConstraint): Generator<[unknown, Invocation]> {
  const { material } = cache;
  const { base } = cache.requests(operation);
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
