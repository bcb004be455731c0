/** Finds changed rules about requests that give the same verdicts. */

import { combined, listable } from '#conformance/arbitraries/combinations.ts';
import type { OperationContext } from '#conformance/arbitraries/domain.ts';
import { type Part, rootOf, schemaOf, withPart, writeField } from '#conformance/arbitraries/fields.ts';
import { minimal } from '#conformance/arbitraries/minimal.ts';
import { absent, putAtSite, sitesOf } from '#conformance/arbitraries/route.ts';
import type { Condition, Contract, JsonSchema, Rule } from '#conformance/contract/contract.ts';
import type { Invocation } from '#conformance/http/exchange.ts';
import type { FieldPath } from '#conformance/oracle/reads.ts';
import type { Mutant } from '#lab/mutants/mutant.ts';
import { type Side, sideOf } from '../apply/contracts.ts';
import { fieldsRead } from './conditions.ts';
import { requestDomain } from './request-domain.ts';

/** A value of each JSON type, and none. */
const kinds: readonly unknown[] = [absent, null, true, false, 0, 1, 7.5, '', 'x', '1', 'true', [], ['x'], {}, { a: 1 }];

/** Operators that accept more kinds of values. */
const ofKind = new Set(['type', 'presence', 'keyword']);

/** Operators that accept or reject single values of the same kind. */
const ofValues = new Set(['bound', 'text']);

/** Why no request gets a different verdict: other rules of the same request reject all values that are now accepted. */
export function sameRequests(right: Side, { rule, contract, operator }: Mutant): string | undefined {
  const { schema: where } = rule;
  if (!where || !isPart(where.in)) return undefined;
  const { in: part } = where;
  if (operator === 'member' || operator === 'key') return refusedBeside(right, contract, rule, part);
  if (!ofKind.has(operator) && !ofValues.has(operator)) return undefined;
  const anyhow = refusedAnyhow(right, rule, part);
  if (anyhow !== undefined) return anyhow;
  if (operator === 'bound') return refusedBeside(right, contract, rule, part);
  if (operator === 'text') return undefined;
  const domain = requestDomain(right, rule.operation);
  const other = requestDomain(sideOf(contract), rule.operation);
  const schema = schemaOf(domain.operation, part);
  if (!schema) return undefined;
  const calls = sitesOf(schema, where.path, domain.material).flatMap((site) =>
    [...kinds, minimal(site.shape, domain.material)].flatMap((kind) => {
      const placed = putAtSite(domain.requests.base[part], site, kind, domain.material);
      return placed ? [withPart(domain.requests.base, part, placed.value)] : [];
    }),
  );
  // If no valid value is accepted either, the calls are invalid for another reason.
  if (!calls.some((call) => domain.requests.allows(call))) return undefined;
  if (calls.some((call) => domain.requests.allows(call) !== other.requests.allows(call))) return undefined;
  return 'Other rules of the same request reject every kind of value that is now accepted.';
}

/** Why the documents leave it open: only null is now accepted, and they do not say whether it means an omitted field. */
export function nullForNothing(right: Side, { rule, contract, operator }: Mutant): string | undefined {
  const { schema: where } = rule;
  if (operator !== 'type' || where?.in !== 'body') return undefined;
  const domains = [requestDomain(right, rule.operation), requestDomain(sideOf(contract), rule.operation)] as const;
  const [{ operation, requests, material }, other] = domains;
  const schema = schemaOf(operation, where.in);
  const moved = (schema ? sitesOf(schema, where.path, material) : []).flatMap((site) =>
    kinds.flatMap((kind) => {
      const placed = putAtSite(requests.base.body, site, kind, material);
      const call = placed && withPart(requests.base, 'body', placed.value);
      return call && requests.fits(call) !== other.requests.fits(call) ? [{ kind, site }] : [];
    }),
  );
  return moved.length > 0 && moved.every(({ kind, site }) => kind === null && site.optional)
    ? 'The documents leave open whether null means that a field is omitted.'
    : undefined;
}

/** Why the constraints of a field decide nothing: no valid request has it. */
function refusedAnyhow(right: Side, rule: Rule, part: Part): string | undefined {
  const domain = requestDomain(right, rule.operation);
  const schema = schemaOf(domain.operation, part);
  const path = rule.schema?.path ?? [];
  if (!schema) return undefined;
  const calls = sitesOf(schema, path, domain.material).flatMap((site) => {
    const placed = putAtSite(domain.requests.base[part], site, minimal(site.shape, domain.material), domain.material);
    return placed ? [withPart(domain.requests.base, part, placed.value)] : [];
  });
  const fitting = calls.filter(domain.requests.fits);
  const pinned = [rootOf[part], ...path.slice(0, 1)].join('.');
  if (fitting.length === 0 || fitting.some((call) => domain.requests.repair(call, pinned))) return undefined;
  return 'Another rule rejects every request with the field, whatever its value.';
}

/** Why a change of single values decides nothing: other rules reject each of them, whatever the other fields are. */
function refusedBeside(right: Side, contract: Contract, rule: Rule, part: Part): string | undefined {
  return moveBeside(right, contract, rule, part, isSettled)
    ? 'Another rule rejects every request with the value in question, whatever the other fields are.'
    : undefined;
}

/** Why the documents leave it open: other rules reject the values in question, or the documents contradict each other. */
export function contradictedRequests(right: Side, { rule, contract, operator }: Mutant): string | undefined {
  const { schema: where } = rule;
  if (!where || !isPart(where.in) || !['bound', 'member', 'key'].includes(operator)) return undefined;
  return moveBeside(
    right,
    contract,
    rule,
    where.in,
    (condition) => isSettled(condition) || condition.status === 'conflict',
  )
    ? 'The documents contradict each other on every request for which the result differs and that no other rule rejects.'
    : undefined;
}

/** True if the rules across fields that `counts` accepts reject every request whose verdict differs. */
function moveBeside(
  right: Side,
  contract: Contract,
  rule: Rule,
  part: Part,
  counts: (condition: Condition) => boolean,
): boolean {
  const domains = [requestDomain(right, rule.operation), requestDomain(sideOf(contract), rule.operation)] as const;
  const { path = [] } = rule.schema ?? {};
  const values = domains.flatMap((domain) => {
    const schema = schemaOf(domain.operation, part);
    return schema ? sitesOf(schema, path, domain.material).flatMap(({ shape }) => namedIn(shape, domain)) : [];
  });
  const field: FieldPath = [rootOf[part], ...path];
  const calls = [...new Set(values)].map((value) => writeField(domains[0].requests.base, field, value));
  const moved = calls.filter((call) => domains[0].requests.fits(call) !== domains[1].requests.fits(call));
  const refused = (call: Invocation) =>
    domains.some((domain) => domain.requests.fits(call) && refusedWith(domain, field, call, counts));
  return moved.length > 0 && moved.every(refused);
}

/** The values that a schema lists: enumeration members, catalog keys, and whole numbers at its bounds. */
function namedIn(
  { enum: members, catalog, type, minimum, maximum }: JsonSchema,
  { material }: OperationContext,
): readonly unknown[] {
  if (Array.isArray(members)) return members;
  if (typeof catalog === 'string') return material.catalogs.lines(catalog).map(({ key }) => key);
  return type === 'integer' ? [minimum, maximum].filter((bound) => bound !== undefined) : [];
}

/** True if rules across fields refuse a value of a field, whatever the other fields that they read. */
function refusedWith(
  domain: OperationContext,
  field: FieldPath,
  call: Invocation,
  counts: (condition: Condition) => boolean,
): boolean {
  const name = field.join('.');
  const reading = domain.operation.conditions.filter(
    (condition) => counts(condition) && fieldsRead(condition).some((each) => each.join('.') === name),
  );
  const others = new Map(reading.flatMap(fieldsRead).map((each) => [each.join('.'), each]));
  others.delete(name);
  const { calls, whole } = combined([...others.values()], domain, listable, call);
  return whole && calls.every((each) => domain.requests.broken(each).some((condition) => reading.includes(condition)));
}

/** True for a rule that the documents state without contradiction. */
function isSettled({ status }: Condition): boolean {
  return status === 'stated' || status === 'derived';
}

function isPart(where: string): where is Part {
  return where === 'body' || where === 'query' || where === 'params';
}
