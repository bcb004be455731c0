/** Inputs of a route that its price may depend on, and requests that differ in them. */

import { isObject } from '@tollwright/runtime/values/json';
import type { SellerRoute } from '#conformance/x402/routes.ts';
import { parametersOf } from '#generators/compare/openapi/parameters.ts';
import type { Part } from '#generators/compare/openapi/part.ts';
import type { FoundOperation } from '../openapi/found.ts';

/** A field of a body or a query. */
export interface Input {
  readonly within: 'request' | 'query';
  readonly name: string;
  /** Whether the new gateway always has a value: requests must have it, or it has a default. */
  readonly isAlwaysThere: boolean;
  /** False for numbers with any decimals, with which no formula can calculate exactly. */
  readonly isExact: boolean;
  /** Valid values to try: numbers of a numeric field, else some choices. */
  readonly values: readonly (number | string | boolean)[];
}

/** Choices of a field that are tried. */
const maxChoices = 3;

/** The inputs of an operation with a few values: numbers, choices and flags. */
export function inputsOf({ item, source }: Pick<FoundOperation, 'item' | 'source'>): readonly Input[] {
  const schema = source.get('requestBody').get('content').get('application/json').get('schema');
  const required = schema.fields.required;
  const fields = schema
    .get('properties')
    .entries()
    .flatMap(([name, part]) => inputOf('request', name, part, Array.isArray(required) && required.includes(name)));
  const query = parametersOf(item, source)
    .filter((each) => each.text('in') === 'query')
    .flatMap((each) => inputOf('query', each.text('name') ?? '', each.get('schema'), each.fields.required === true));
  return [...fields, ...query];
}

function inputOf(within: Input['within'], name: string, schema: Part, isRequired: boolean): readonly Input[] {
  const values = valuesOf(schema);
  const isAlwaysThere = isRequired || schema.fields.default !== undefined;
  const isExact = ![schema.fields.type].flat().includes('number') || schema.fields.multipleOf !== undefined;
  return values.length > 1 ? [{ within, name, isAlwaysThere, isExact, values }] : [];
}

function valuesOf({ fields }: Part): Input['values'] {
  const { enum: choices } = fields;
  const types = [fields.type].flat();
  if (Array.isArray(choices)) return choices.filter(isPlain).slice(0, maxChoices);
  if (types.includes('boolean')) return [false, true];
  if (types.includes('integer')) return numbersOf(fields, 1);
  return types.includes('number') ? numbersOf(fields, 0.5) : [];
}

function isPlain(value: unknown): value is number | string | boolean {
  return ['number', 'string', 'boolean'].includes(typeof value);
}

/** Steps to a number that shows decimals of a rate, where a field has no largest one. */
const farSteps = 1000;

/** Numbers within the bounds of a schema: the smallest ones with a gap, and the largest. */
function numbersOf(schema: Part['fields'], usualStep: number): readonly number[] {
  const numberAt = (key: string) => (typeof schema[key] === 'number' ? schema[key] : undefined);
  const high = numberAt('maximum') ?? (numberAt('exclusiveMaximum') ?? Number.POSITIVE_INFINITY) - usualStep;
  const low = numberAt('minimum') ?? Math.min(1, high);
  const step = numberAt('multipleOf') ?? Math.min(usualStep, (high - low) / 4 || usualStep);
  const above = numberAt('exclusiveMinimum');
  const first = above === undefined || low > above ? low : above + step;
  const all = [first, first + step, first + 3 * step, Number.isFinite(high) ? high : first + farSteps * step];
  return [...new Set(all.filter((value) => value <= high))];
}

/** The value that a request has for an input. */
export function valueIn(route: SellerRoute, { within, name }: Input): unknown {
  if (within === 'query') return new URLSearchParams(route.path.split('?')[1]).get(name) ?? undefined;
  return bodyOf(route)[name];
}

/** The same request with other values of some inputs. */
export function withValues(route: SellerRoute, values: readonly (readonly [Input, unknown])[]): SellerRoute {
  const [path = '', search] = route.path.split('?');
  const query = new URLSearchParams(search);
  const body = { ...bodyOf(route) };
  for (const [{ within, name }, value] of values) {
    if (within === 'query') query.set(name, String(value));
    else body[name] = value;
  }
  return {
    ...route,
    path: query.size > 0 ? `${path}?${query}` : path,
    ...(route.body && { body: { ...route.body, text: JSON.stringify(body) } }),
  };
}

function bodyOf({ body }: SellerRoute): Record<string, unknown> {
  const value: unknown = body && JSON.parse(body.text);
  return isObject(value) ? value : {};
}
