import Fraction from 'fraction.js';
import type { Contract } from '#conformance/contract/contract.ts';
import { evaluatorOf } from '#conformance/oracle/evaluate.ts';
import { decimalText } from '#conformance/oracle/exact.ts';
import { type SchemaValidator, validatorOf } from '#conformance/oracle/schema.ts';
import { propertiesOf } from '#conformance/oracle/shapes.ts';
import { once } from '#generators/common/once.ts';
import type { Change, Level, LostRule, Reader } from '#generators/compare/change.ts';
import { comparableSides } from '#generators/compare/comparable.ts';
import { bodySchema, contentSchema, responseFor } from '#generators/compare/contents.ts';
import { underNewerNames } from '#generators/compare/fields/rename-schema.ts';
import { headersSchema } from '#generators/compare/headers.ts';
import { isLost } from '#generators/compare/lost-rules.ts';
import { meansSame } from '#generators/compare/meaning.ts';
import { schemasReached } from '#generators/compare/schemas.ts';
import { type ComparedOperation, type ComparedView, ownId, type Side } from '#generators/compare/side.ts';
import type { Witness, WitnessRequest } from '#generators/compare/witness.ts';
import type { JsonSchema } from '#generators/model/types.ts';
import { accepts } from './machine.ts';
import { reachedSchema } from './reached-schema.ts';
import { routeOf, sent } from './route.ts';

type OfOperation = Extract<Witness, { operation: string }>;

/** The change without proofs that do not hold: what is not proven is risky at most. */
export function verified(change: Change, before: Side, after: Side): Change {
  const { witness, lostRule, ...rest } = change;
  const isShown = witness !== undefined && holds(witness, before, after);
  const isGone = lostRule !== undefined && isRefused(lostRule, before, after);
  const lowered = (reader: Reader, isProven: boolean): Level =>
    change.levels[reader] === 'breaking' && !isProven ? 'risky' : change.levels[reader];
  return {
    ...rest,
    levels: {
      callers: lowered('callers', isShown),
      operators: lowered('operators', isShown),
      suite: lowered('suite', isGone),
    },
    ...(isShown && { witness }),
    ...(isGone && { lostRule }),
  };
}

/** Checks that runs on a host can name a rule in the older release only. */
export function isRefused({ host, rule }: LostRule, before: Side, after: Side): boolean {
  const sides = comparableSides(before)(after);
  const [was, is] = [viewOf(sides.before, host), viewOf(sides.after, host)];
  return was !== undefined && is !== undefined && isLost(rule, was, is);
}

/** Checks the claim of a witness with the validators, calculators and machines of both releases. */
export function holds(witness: Witness, before: Side, after: Side): boolean {
  const sides = comparableSides(before)(after);
  const [was, is] = [viewOf(sides.before, witness.host), viewOf(sides.after, witness.host)];
  if (!was || !is) return false;
  try {
    return judge(sides.comparable(witness), was, is);
  } catch {
    // What cannot be evaluated proves nothing.
    return false;
  }
}

function judge(witness: Witness, was: ComparedView, is: ComparedView): boolean {
  const chosen = (side: 'before' | 'after') =>
    (side === 'before' ? [was, is] : [is, was]) as [ComparedView, ComparedView];
  const requestTo = (view: ComparedView): WitnessRequest => asSent(witness, view === is);
  switch (witness.claim) {
    case 'request': {
      const [one, other] = chosen(witness.accepted);
      const request = sent(operationOf(one, witness), witness.request);
      const to = (view: ComparedView) => ({ ...request, parts: requestTo(view) });
      if (!serves(one, to(one)) || serves(other, to(other))) return false;
      // That an operation has moved is proof of that alone.
      const moved = witness.elsewhere ? undefined : namedBy(witness, other);
      return !moved || !serves(other, sent(moved, requestTo(other)));
    }
    case 'response': {
      const [one, other] = chosen(witness.allowed);
      return allows(one, witness) && !allows(other, witness);
    }
    case 'price': {
      const [one, other] = [was, is].map((view) => prices(view, witness, requestTo(view)));
      const isSo = one?.some((usd, index) => usd === witness.before && other?.[index] === witness.after);
      return isSo === true && witness.before !== witness.after;
    }
    case 'trace': {
      const [one, other] = chosen(witness.accepted);
      return accepts(contractOf(one), witness) && !accepts(contractOf(other), witness);
    }
    case 'calls': {
      const [one, other] = chosen(witness.accepted);
      const isServed = [was, is].every((view) => serves(view, sent(operationOf(view, witness), requestTo(view))));
      return isServed && keeps(one, witness) && !keeps(other, witness);
    }
    case 'outcome': {
      const request = sent(operationOf(was, witness), witness.request);
      const renamed = { ...request, parts: requestTo(is) };
      const [one, other] = [lookUp(was, witness.of), lookUp(is, witness.of)].map((value) => value ?? null);
      const isSo = meansSame(one, witness.before) && meansSame(other, witness.after) && !meansSame(one, other);
      return isSo && serves(was, request) && serves(is, renamed);
    }
  }
}

/** The request of a witness by the names of fields that the older release has, or those of the newer one. */
function asSent(witness: Witness, isNewer: boolean): WitnessRequest {
  if (!('request' in witness)) return {};
  return isNewer ? underNewerNames(witness.request, witness.fields) : witness.request;
}

/** Tells whether calls keep a limit: no time as long as its window has more than it allows. */
function keeps(view: ComparedView, { limit: id, operation, calls }: Extract<Witness, { claim: 'calls' }>): boolean {
  const limit = view.limits.find((each) => each.id === id);
  if (!limit?.operations.includes(operation)) return true;
  return calls.every(({ at: start }) => {
    const within = calls.filter(({ at }) => at >= start && at < start + limit.window);
    return within.reduce((sum, burst) => sum + burst.calls, 0) <= limit.count;
  });
}

function viewOf({ release }: Side, host: string): ComparedView | undefined {
  return release.hosts.find((view) => view.host.id === host);
}

function operationOf(view: ComparedView, witness: OfOperation): ComparedOperation {
  const found = namedBy(witness, view);
  if (!found) throw new Error(`There is no operation ${witness.operation}.`);
  return found;
}

function namedBy({ operation, renamed }: OfOperation, { operations }: ComparedView): ComparedOperation | undefined {
  return operations.find(({ id }) => id === operation) ?? operations.find(({ id }) => id === renamed);
}

/** The contract of a view: the oracle reads neither its methods, which may be any, nor statements, which it lacks. */
const contractOf = once((view: ComparedView): Contract => {
  return { ...view, host: { ...view.host, id: ownId(view) } } as ComparedView &
    Pick<Contract, 'operations' | 'statements'>;
});

/** The validator of an operation; of all the schemas of its host it has only those that it needs. */
function validator(view: ComparedView, operation: ComparedOperation): SchemaValidator {
  return validatorOf({ schemas: schemasReached(view)(operation) }, evaluatorOf(contractOf(view)).catalogs);
}

/** Tells whether a schema of an operation takes a value; `text` reads numbers and the like from text. */
function takes(
  view: ComparedView,
  operation: ComparedOperation,
  schema: JsonSchema,
  value: unknown,
  text = false,
): boolean {
  if (!view.described) return validator(view, operation).valid(schema, value, text);
  const { catalogs } = evaluatorOf(contractOf(view));
  // What is left of a schema stays a schema.
  const reached = reachedSchema(schema, [value], view.schemas) as JsonSchema;
  return validatorOf({ schemas: noSchemas }, catalogs).valid(reached, value, text);
}

const noSchemas = {};

/** Tells whether a host serves a request: it has the path, and the request keeps every rule. */
function serves(view: ComparedView, request: ReturnType<typeof sent>): boolean {
  const routed = routeOf(view, request);
  return (
    routed !== undefined &&
    !routed.operation.closed &&
    accepted(view, routed.operation, { ...request.parts, params: routed.params })
  );
}

function accepted(view: ComparedView, operation: ComparedOperation, request: WitnessRequest): boolean {
  const { body } = operation;
  const parts = [
    [operation.params, request.params, true],
    [operation.query, request.query, true],
    [operation.headers, request.headers, true],
    [operation.cookies, request.cookies, true],
    [bodySchema(operation, request.contentType), request.body, false],
  ] as const;
  // A body of a media type that the operation does not take is refused.
  if (body && request.body !== undefined && bodySchema(operation, request.contentType) === undefined) return false;
  for (const [schema, value, text] of parts) {
    if (!schema) continue;
    const isLeftOut = !text && value === undefined;
    if (isLeftOut ? !operation.bodyOptional : !takes(view, operation, schema, value ?? {}, text)) return false;
  }
  if (view.described) return true;
  const checks = validator(view, operation);
  if (body?.unknownKeys === 'rejected' && hasUnknownKeys(checks, body.schema, request.body)) return false;
  const complete = (schema: Parameters<typeof checks.complete>[0] | undefined, value: unknown) =>
    schema ? checks.complete(schema, value ?? {}) : (value ?? {});
  const environment = {
    request: complete(body?.schema, request.body),
    query: complete(operation.query, request.query),
    params: complete(operation.params, request.params),
  };
  const evaluator = evaluatorOf(contractOf(view));
  return operation.conditions.every(
    ({ when, must }) => (when && !evaluator.holds(when, environment)) || evaluator.holds(must, environment),
  );
}

function hasUnknownKeys(
  checks: SchemaValidator,
  schema: Parameters<SchemaValidator['valid']>[0],
  value: unknown,
): boolean {
  const known = checks.shapes(schema).flatMap((shape) => Object.keys(propertiesOf(shape)));
  return Object.keys(Object(value)).some((name) => !known.includes(name));
}

/** Tells whether a response may have a value: its schema allows it, and says something of all that is in it. */
function allows(view: ComparedView, witness: Extract<Witness, { claim: 'response' }>): boolean {
  const operation = operationOf(view, witness);
  if (witness.part === 'challenge') return takes(view, operation, operation.payment?.challenge ?? {}, witness.value);
  const response = responseFor(operation.responses, witness.status);
  if (!response) return false;
  if (witness.part === 'body') {
    const schema = contentSchema(response, witness.contentType);
    return schema !== undefined && takes(view, operation, schema, witness.value);
  }
  return takes(view, operation, headersSchema(response.headers), witness.value, true);
}

/** The price of a request in USD: exact, and as it is charged. */
function prices(
  view: ComparedView,
  witness: Extract<Witness, { claim: 'price' }>,
  request: WitnessRequest,
): readonly string[] | undefined {
  const operation = operationOf(view, witness);
  if (!operation.price || !accepted(view, operation, request)) return undefined;
  const checks = validator(view, operation);
  const { body, query, params } = operation;
  const environment = {
    request: body ? checks.complete(body.schema, request.body ?? {}) : {},
    query: query ? checks.complete(query, request.query ?? {}) : {},
    params: params ? (request.params ?? {}) : {},
    ...(witness.response !== undefined && { response: witness.response }),
  };
  const evaluator = evaluatorOf(contractOf(view));
  const micro = evaluator.micro(operation.price, environment);
  return [decimalText(evaluator.usd(operation.price, environment)), decimalText(new Fraction(micro, 1_000_000n))];
}

/** The value at a path into a contract, in whose lists names are ids. */
function lookUp(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((found, step) => {
    if (Array.isArray(found)) return found.find((item) => Object(item).id === step) ?? found[Number(step)];
    return Object(found)[step];
  }, value);
}
