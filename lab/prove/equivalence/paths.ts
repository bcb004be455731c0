/** Finds operations whose paths are served by another operation as well. */

import { isDeepStrictEqual } from 'node:util';
import type { Operation } from '#conformance/contract/contract.ts';
import type { Invocation } from '#conformance/http/exchange.ts';
import { propertiesOf } from '#conformance/oracle/shapes.ts';
import type { Mutant } from '#lab/mutants/mutant.ts';
import { type Side, sideOf } from '../apply/contracts.ts';
import { requestDomain } from './request-domain.ts';

/** Values that replace a correct value in a field of a query. */
const texts: readonly string[] = ['', 'x', '0', 'true'];

/**
 * Why calls of a missing operation get the same responses: another operation serves its path, and the two agree on who
 * may call, on the price, on the responses, and on every call that is valid or lacks a field.
 */
export function servedByAnother(right: Side, { rule, contract }: Mutant): string | undefined {
  if (rule.kind !== 'operation') return undefined;
  const { operation, requests } = requestDomain(right, rule.operation);
  const { id, method, path, body } = operation;
  const stays = contract.operations.some((each) => each.id === id && each.path === path && each.method === method);
  const taker = contract.operations.find(
    (other) => other.id !== id && other.method === method && restOf(other, path) !== undefined,
  );
  if (stays || !taker || body || !isSameService(operation, taker)) return undefined;
  const wrong = sideOf(contract);
  const taken = requestDomain(wrong, taker.id);
  const params = restOf(taker, path) ?? {};
  const agrees = (call: Invocation) => {
    const instead = { operation: taker, params, ...(call.query && { query: call.query }) };
    if (!requests.allows(call)) return isRefusedAlike(operation, taken.requests.broken(instead), instead, taken);
    return taken.requests.allows(instead) && priceOf(right, operation, call) === priceOf(wrong, taker, instead);
  };
  return callsLike(requests.base, right).every(agrees)
    ? 'Another operation serves its path, and everything that the documents require of the one holds for the other.'
    : undefined;
}

/** The parameters of a path with a rest parameter that matches another path. */
function restOf({ path }: Operation, other: string): Readonly<Record<string, string>> | undefined {
  const [, fixed, name] = /^([^{]*)\{(\w+)\}$/.exec(path) ?? [];
  if (fixed === undefined || name === undefined || other.includes('{') || !other.startsWith(fixed)) return undefined;
  const rest = other.slice(fixed.length);
  return rest === '' ? undefined : { [name]: rest };
}

function isSameService(one: Operation, other: Operation): boolean {
  const visible = ({ auth, validates, payment, responses, price }: Operation) => [
    ...[auth, validates, payment?.settles, payment?.window, price?.id, price?.inputs],
    responses.map(({ http, schema, headers }) => [http, schema, headers]),
  ];
  return isDeepStrictEqual(visible(one), visible(other));
}

type RequestDomain = ReturnType<typeof requestDomain>;

/** True if an invalid call is refused by an error that the operation has too. */
function isRefusedAlike(
  { errors }: Operation,
  broken: ReturnType<RequestDomain['requests']['broken']>,
  call: Invocation,
  { requests }: RequestDomain,
): boolean {
  if (!requests.fits(call)) return true;
  return broken.length > 0 && broken.every(({ error = 'invalid-body' }) => errors.includes(error));
}

/** The example, then copies of it with each field of the query left out or changed. */
function callsLike(base: Invocation, { judge }: Side): readonly Invocation[] {
  const { operation, query = {} } = base;
  const names = operation.query
    ? judge.shapes(operation.query).flatMap((shape) => Object.keys(propertiesOf(shape)))
    : [];
  return [
    base,
    ...names.flatMap((name) => {
      const { [name]: _, ...others } = query;
      return [others, ...texts.map((text) => ({ ...query, [name]: text }))].map((each) => ({ ...base, query: each }));
    }),
  ];
}

function priceOf(side: Side, { id, price }: Operation, call: Invocation): bigint | undefined {
  return price && side.evaluator.micro(price, requestDomain(side, id).requests.environment(call));
}
