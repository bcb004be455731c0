import { type Catalog, catalogsRead } from '../money/catalog.ts';
import type { Quote } from '../money/formula.ts';
import type { Input, Route } from '../operation/operation.ts';
import type { Issue, Validator } from '../validation/issue.ts';
import { isObject } from '../values/json.ts';
import { InvalidCall } from './failures.ts';
import { type Parts, textsOf } from './request.ts';

/** The price of a call, as far as the client knows it before the call. */
export interface Estimate {
  /** Absent where the call has no price of its own, or where the client cannot compute it. */
  readonly quote?: Quote;
  /** True where only the gateway knows the price, such as that of a model which the specification does not have. */
  readonly isOpen: boolean;
  /** The catalogs that the price reads, of which the gateway's live ones may have other rates by now (core-557). */
  readonly catalogs?: readonly Catalog<unknown>[];
}

/** Treatment of a model, field or option that the specification does not have. */
export type UnknownPolicy = 'send' | 'refuse';

/** The estimate of a call; throws `InvalidCall` for one that no gateway accepts. */
export function estimateOf(
  route: Route,
  { body, query = {}, params = {}, headers = {} }: Parts,
  unknown: UnknownPolicy,
): Estimate {
  const { operation } = route;
  const checked = {
    request: check(body, operation.body),
    query: check(textsOf(query), operation.query),
    params: check(textsOf(params), operation.params),
    headers: check(textsOf(headers), operation.headers),
  };
  const issues = Object.values(checked).flatMap((part) => part.issues);
  const wrong = unknown === 'refuse' ? issues : issues.filter((issue) => !isUnknownKey(issue) && !isOfCatalog(issue));
  if (wrong.length > 0) throw new InvalidCall(operation.id, wrong);
  if (issues.some(isOfCatalog)) return { isOpen: route.quote !== undefined };

  // Routes are emitted from the same schemas as the validators that have just accepted the input.
  const input = {
    request: checked.request.value,
    query: checked.query.value,
    params: checked.params.value,
  } as Input<never, never, never>;
  const broken = brokenConditions(route, input);
  const refused = broken.filter(({ readsCatalog }) => unknown === 'refuse' || !readsCatalog);
  if (refused.length > 0)
    throw new InvalidCall(
      operation.id,
      refused.map(({ issue }) => issue),
    );
  if (!route.quote) return { isOpen: false };
  if (broken.length > 0) return { isOpen: true };
  const { quote: price } = route;
  const { value: quote, read } = catalogsRead(() => price(input));
  const isOpen = quote.isEstimate === true && leavesBound(body, input.request);
  return { quote, isOpen, catalogs: read };
}

/** A value with its defaults, and its issues. */
interface CheckResult {
  readonly value: unknown;
  readonly issues: readonly Issue[];
}

/** Checks a part of a call. It reports unknown keys, and still reads the others. */
function check(value: unknown, validate: Validator<unknown> | undefined): CheckResult {
  const result = validate?.(value);
  if (!validate || !result) return { value, issues: [] };
  if (result.ok) return { value: result.value, issues: [] };
  const unknown = result.issues.filter(isUnknownKey);
  if (unknown.length === 0) return { value, issues: result.issues };
  const rest = validate(unknown.reduce<unknown>((left, { path }) => without(left, path), value));
  return rest.ok
    ? { value: rest.value, issues: unknown }
    : { value, issues: [...unknown, ...rest.issues.filter((issue) => !isUnknownKey(issue))] };
}

const isUnknownKey = ({ rule }: Issue) => rule.endsWith('.unknown-keys');
const isOfCatalog = ({ rule }: Issue) => rule.endsWith('.catalog');

/** A copy of a value without the key that a path leads to. */
function without(value: unknown, [key, ...path]: Issue['path']): unknown {
  if (key === undefined) return value;
  if (Array.isArray(value)) return value.map((item, index) => (index === key ? without(item, path) : item));
  if (!isObject(value)) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(
    path.length === 0
      ? entries.filter(([name]) => name !== key)
      : entries.map(([name, inner]) => [name, name === key ? without(inner, path) : inner]),
  );
}

/** The rules across fields that a call breaks. A catalog that a rule reads may have changed since the client was generated. */
function brokenConditions({ conditions }: Route, input: Input<never, never, never>) {
  return conditions.flatMap(({ id, message, names, holds }) => {
    const { value: isKept, read } = catalogsRead(() => holds(input));
    if (isKept) return [];
    const issue: Issue = { path: names === undefined ? [] : [names], rule: id, message };
    return [{ issue, readsCatalog: read.length > 0 }];
  });
}

/** True where the call leaves out a number that may bound the price: the gateway's default may differ. */
function leavesBound(sent: unknown, filled: unknown): boolean {
  if (!isObject(sent) || !isObject(filled)) return false;
  return Object.entries(filled).some(([name, value]) => typeof value === 'number' && sent[name] === undefined);
}
