/** Valid requests that have the values of several fields at once: what is accepted alone is accepted together. */

import type { OperationContext } from '../arbitraries/domain.ts';
import { readField, rootOf, shapeOfField, writeField } from '../arbitraries/fields.ts';
import { operationContextOf } from '../arbitraries/request-source.ts';
import { answerCacheOf } from '../calls/answer-cache.ts';
import { isAccepted } from '../calls/responses.ts';
import { oncePerRun, remembered } from '../check/once-per-run.ts';
import type { Run, RunSettings } from '../check/run.ts';
import { fieldsOf } from '../common/json.ts';
import { spread } from '../common/spread.ts';
import type { Operation } from '../contract/contract.ts';
import type { Invocation } from '../http/exchange.ts';
import { whereItCan } from '../http/interruption.ts';
import type { FieldPath } from '../oracle/reads.ts';
import { constraintOf, type RequestConstraint } from './constraint.ts';
import { planMissesIn } from './plan-invalid.ts';
import { planBoundaries } from './plan-valid.ts';
import { type InvalidRequest, planValid, type ValidRequest } from './planned.ts';
import { requestRulesOf } from './together.ts';

/** A request with many fields, and the pair of fields whose values no earlier one has. */
export interface PairedCall {
  readonly invocation: Invocation;
  readonly fields: readonly [FieldPath, FieldPath];
}

/** A field with one value that the target accepts; the call that shows it has what the value needs besides. */
export interface Choice {
  readonly field: FieldPath;
  readonly value: unknown;
  readonly call: Invocation;
  readonly key: string;
}

/** The field and its value in a call, as a text. */
export function choiceKey(field: FieldPath, call: Invocation): string {
  return `${field.join('.')}=${JSON.stringify(readField(call, field))}`;
}

/** Values of a field that has no list of them, and characters of the longest. */
const most = { values: 4, text: 200 };

/**
 * Requests in which each two values of two fields are found together, where the specification allows that.
 *
 * Only values that the target accepts alone are combined, so that a refusal is about their combination. A request has as
 * many fields as may be in it, and shows as many pairs as it can.
 */
export async function pairedCalls(run: Run, operation: Operation): Promise<readonly PairedCall[]> {
  return remembered(await pairedOnce(run), operation.id, async () => {
    const context = operationContextOf(run, operation);
    return combine(await acceptedChoices(run, operation), context);
  });
}

const pairedOnce = oncePerRun(async () => new Map<string, Promise<readonly PairedCall[]>>());

/** The values of each field that the target accepts alone: all that are listed, and a few of other fields. */
export async function acceptedChoices(run: Run, operation: Operation): Promise<readonly Choice[]> {
  return remembered(await acceptedOnce(run), operation.id, () => accept(run, operationContextOf(run, operation)));
}

const acceptedOnce = oncePerRun(async () => new Map<string, Promise<readonly Choice[]>>());

async function accept(run: Run, context: OperationContext): Promise<readonly Choice[]> {
  const { operation, requests, material } = context;
  const accepted: Choice[] = [];
  for (const [field, calls] of shownValues(run, operation)) {
    const shape = shapeOfField(operation, field, material.validator.shapes);
    const isListed = shape?.enum !== undefined || shape?.catalog !== undefined;
    const usual = formOf(readField(requests.base, field));
    const fitting = calls.filter((call) => {
      const value = readField(call, field);
      const isUsual = usual === 'undefined' || value === undefined || formOf(value) === usual;
      return isUsual && (JSON.stringify(value) ?? '').length <= most.text;
    });
    for (const call of isListed ? calls : spread(fitting, most.values)) {
      const exchange = await whereItCan(() => answerCacheOf(run).send(call));
      if (!exchange || !isAccepted(run.contract, operation, exchange.received)) continue;
      const value = readField(call, field);
      accepted.push({ field, value, call, key: choiceKey(field, call) });
    }
  }
  return accepted;
}

/** The type of a value: what one form of a field goes with, another one need not go with. */
function formOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value;
}

/** The calls that show the values of each field alone, one for each value. */
function shownValues(run: RunSettings, operation: Operation): readonly (readonly [FieldPath, readonly Invocation[]])[] {
  const byField = new Map<string, { readonly field: FieldPath; readonly calls: Map<string, Invocation> }>();
  for (const rule of requestRulesOf(run)(operation.id)) {
    const constraint = rule.tier === 'must' ? constraintOf(rule, run) : undefined;
    if (!constraint || constraint.keyword === 'default') continue;
    for (const { invocation, shows } of planBoundaries(constraint)) {
      const [field] = shows;
      if (field?.length !== 2 || constraint.part === 'params') continue;
      const { calls } = byField.get(field.join('.')) ?? { calls: new Map<string, Invocation>() };
      byField.set(field.join('.'), { field, calls });
      const value = JSON.stringify(readField(invocation, field)) ?? '';
      if (!calls.has(value)) calls.set(value, invocation);
    }
  }
  return [...byField.values()].map(({ field, calls }) => [field, [...calls.values()]]);
}

function combine(choices: readonly Choice[], { requests }: OperationContext): readonly PairedCall[] {
  const seen = new Set<string>();
  const paired: PairedCall[] = [];
  const has = ({ field, value }: Choice, call: Invocation) =>
    JSON.stringify(readField(call, field)) === JSON.stringify(value);
  const keysIn = (call: Invocation) => choices.filter((each) => has(each, call)).map(({ key }) => key);
  const filled = (call: Invocation, pinned: readonly Choice[]) => {
    const fixed = new Set(pinned.map(({ field }) => field.join('.')));
    // Fields in turn, so that no value of one field is in all requests.
    for (const choice of rotated(choices, paired.length * 7)) {
      const name = choice.field.join('.');
      if (fixed.has(name) || choice.value === undefined) continue;
      const changed = writeField(call, choice.field, choice.value);
      if (!requests.allows(changed)) continue;
      fixed.add(name);
      call = changed;
    }
    return call;
  };
  for (const [index, one] of choices.entries()) {
    for (const other of choices.slice(index + 1)) {
      if (one.field.join('.') === other.field.join('.') || seen.has(`${one.key} ${other.key}`)) continue;
      const pair = [writeField(one.call, other.field, other.value), writeField(other.call, one.field, one.value)];
      const least = pair.find(requests.allows);
      if (!least) continue;
      const invocation = filled(least, [one, other]);
      const keys = keysIn(invocation);
      for (const [place, key] of keys.entries()) for (const later of keys.slice(place)) seen.add(`${key} ${later}`);
      paired.push({ invocation, fields: [one.field, other.field] });
    }
  }
  return paired;
}

/** Few calls with many fields, which show every value that the target accepts alone; those of catalogs as they come. */
export async function denseCalls(run: Run, operation: Operation): Promise<readonly Invocation[]> {
  const context = operationContextOf(run, operation);
  const choices = await acceptedChoices(run, operation);
  const others = choices.filter(({ field }) => !isCatalog(field, context));
  return leastShowing(
    others,
    (await pairedCalls(run, operation)).map(({ invocation }) => invocation),
  );
}

/** True for a field whose values are keys of a catalog, such as a model. */
export function isCatalog(field: FieldPath, { operation, material }: OperationContext): boolean {
  return shapeOfField(operation, field, material.validator.shapes)?.catalog !== undefined;
}

/** Few of the calls, which show every value that any of them shows. */
function leastShowing(choices: readonly Choice[], calls: readonly Invocation[]): readonly Invocation[] {
  const fields = [...new Map(choices.map(({ field }) => [field.join('.'), field])).values()];
  const known = new Set(choices.map(({ key }) => key));
  const unseen = new Map(
    calls.map((call) => [call, new Set(fields.map((field) => choiceKey(field, call)).filter((key) => known.has(key)))]),
  );
  const chosen: Invocation[] = [];
  for (;;) {
    const [best] = [...unseen].toSorted(([, one], [, other]) => other.size - one.size);
    if (!best || best[1].size === 0) return chosen;
    const [call, shown] = best;
    chosen.push(call);
    for (const key of [...shown]) for (const keys of unseen.values()) keys.delete(key);
  }
}

/** The valid requests that show the pairs of a field with an earlier one. */
export async function planPairs(run: Run, constraint: RequestConstraint): Promise<readonly ValidRequest[]> {
  const { rule, context, part, path } = constraint;
  const { operation, requests } = context;
  if (constraint.keyword !== 'type' || path.length !== 1 || rule.tier !== 'must' || operation.closed) return [];
  const name = [rootOf[part], ...path].join('.');
  const paired = await pairedCalls(run, operation);
  return paired
    .filter(({ fields: [, later] }) => later.join('.') === name)
    .map(({ invocation }) =>
      planValid(run, rule, context, {
        invocation,
        because: `each of its values is accepted alone, and no sentence keeps ${listed(invocation)} apart`,
        siblings: [requests.base],
      }),
    );
}

function listed({ body, query }: Invocation): string {
  return [body, query].flatMap((part) => Object.keys(fieldsOf(part))).join(', ');
}

/** Requests with many fields that lack one which is required. */
export async function planLacking(run: Run, constraint: RequestConstraint): Promise<readonly InvalidRequest[]> {
  const { context, part, path, keyword, rule } = constraint;
  if (keyword !== 'required' || path.length !== 1 || part !== 'body' || rule.tier !== 'must') return [];
  const seen = new Set<string>();
  const dense = (await pairedCalls(run, context.operation)).filter(({ invocation }) => {
    const fresh = Object.keys(fieldsOf(invocation.body)).filter((name) => !seen.has(name));
    for (const name of fresh) seen.add(name);
    return fresh.length > 0;
  });
  return dense.flatMap(({ invocation }) => planMissesIn(constraint, invocation));
}

function rotated<T>(items: readonly T[], by: number): readonly T[] {
  const start = items.length === 0 ? 0 : by % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}
