import type { Answer } from '@tollwright/runtime/http/request';
import { Problem } from '@tollwright/runtime/operation/problem';
import { isReservation } from '@tollwright/runtime/payment/accounts';
import { findError } from '@tollwright/runtime/pipeline/problems';
import type { ErrorEntry } from '#conformance/contract/contract.ts';
import { propertiesOf, requiredOf } from '#conformance/oracle/shapes.ts';
import type { Parts } from '#gateway/start.ts';
import { type Application, changedOperations } from './contracts.ts';
import { alterResponses, jsonOf, withJson } from './responses.ts';

/** Header that carries the id of an error inside the gateway; it is removed before the response is sent. */
const mark = 'x-mutant-error';

/** Returns the wrong errors. */
export const applyErrors: Application = (given, pair) => {
  const { right, wrong } = pair;
  const swaps = changedOperations(pair).flatMap(([operation, other]) =>
    operation.errors.flatMap((id, index) => {
      const [before, after] = [right.contract.errors[id], wrong.contract.errors[other.errors[index] ?? '']];
      return before && after && before !== after ? [{ operation: operation.id, before, after }] : [];
    }),
  );
  return swaps.reduce((parts, { operation, before, after }) => {
    const charged = before.charged === after.charged ? parts : charging(parts, operation, before);
    return swapped(charged, operation, before, after);
  }, given);
};

function swapped(parts: Parts, operation: string, before: ErrorEntry, after: ErrorEntry): Parts {
  const errors = Object.entries(parts.host.errors).map(([id, error]) => [
    id,
    { ...error, headers: { ...error.headers, [mark]: id } },
  ]);
  const marked = { ...parts, host: { ...parts.host, errors: Object.fromEntries(errors) } };
  return alterResponses(marked, (answer, { route }) => {
    const { [mark]: id, ...headers } = answer.headers;
    const plain = { ...answer, headers };
    const isIt = id === undefined ? isLike(answer, before) : id === before.id;
    return isIt && route?.operation.id === operation ? rewritten(plain, before, after) : plain;
  });
}

/** True for a response with the status and the constants of an error that was not made from a problem. */
function isLike(answer: Answer, { http, body }: ErrorEntry): boolean {
  const found = jsonOf(answer) ?? {};
  const constants = Object.entries(propertiesOf(body ?? {})).filter(
    ([, { const: constant }]) => constant !== undefined,
  );
  const kept = constants.every(([name, { const: constant }]) => found[name] === constant);
  return answer.status === http && constants.length > 0 && kept;
}

function rewritten(answer: Answer, before: ErrorEntry, after: ErrorEntry): Answer {
  const status = after.http === before.http ? answer.status : after.http;
  const headers = Object.fromEntries(
    Object.entries(answer.headers).flatMap(([name, text]) => {
      const known = Object.keys(before.headers).find((each) => each.toLowerCase() === name.toLowerCase());
      if (known === undefined) return [[name, text]];
      const kept = after.headers[known];
      if (!kept) return [];
      return [[name, kept === before.headers[known] ? text : 'soon']];
    }),
  );
  return withJson({ ...answer, status, headers }, bodyOf(jsonOf(answer) ?? {}, before, after));
}

function bodyOf(body: Readonly<Record<string, unknown>>, before: ErrorEntry, after: ErrorEntry) {
  const [old, changed] = [before.body ?? {}, after.body ?? {}];
  const missing = requiredOf(old).filter((name) => !requiredOf(changed).includes(name));
  const constants = Object.entries(propertiesOf(changed)).flatMap(([name, { const: constant }]) =>
    constant === undefined ? [] : [[name, constant] as const],
  );
  const fixed = new Set(constants.map(([name]) => name));
  const kept = Object.entries({ ...body, ...Object.fromEntries(constants) }).filter(
    ([name]) => !missing.includes(name),
  );
  if (before.names === after.names) return Object.fromEntries(kept);
  return Object.fromEntries(kept.map(([name, value]) => [name, fixed.has(name) ? value : wordless(value)]));
}

/** A value with its texts emptied of meaning. */
function wordless(value: unknown): unknown {
  if (typeof value === 'string') return '?';
  return Array.isArray(value) ? [] : value;
}

/** Micro-USDC that an account is charged for an error. */
const something = 1000n;

/** Charges for calls that end in an error. */
function charging(parts: Parts, id: string, { id: error, http }: ErrorEntry): Parts {
  const handler = parts.handlers[id];
  if (!handler) return parts;
  const { payments } = parts.services;
  const wrapped: typeof handler = async (call) => {
    try {
      const reply = await handler(call);
      return reply.status === http && reply.charge === 'free' ? { ...reply, charge: 'settle' } : reply;
    } catch (failure) {
      const found = failure instanceof Problem && findError(failure, parts.host, call.route);
      const { claim } = Object.assign({ claim: undefined }, call);
      if (found && found.id === error && claim !== undefined) {
        // A metered call reserves nothing, so there is nothing to settle.
        if (isReservation(claim)) await payments.accounts.charge(claim, something);
        else await payments.settle(claim, call);
      }
      throw failure;
    }
  };
  return { ...parts, handlers: { ...parts.handlers, [id]: wrapped } };
}
