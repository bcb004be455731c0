import { propertiesOf, referenceOf } from '../../json-schema/walk.ts';
import type { HostView, JsonSchema, Operation } from '../../model/types.ts';
import { print } from '../../output/code-tree.ts';
import { type Code, symbol } from '../../output/code.ts';
import { literal } from '../typescript/literal.ts';
import { type HostOperation, variantOn } from '../typescript/variants.ts';
import { checkOf } from '../validators.ts';
import { predicate } from './condition.ts';
import { discoveryOf } from './discovery.ts';
import { functionPiece, type Owner } from './pieces.ts';
import { routePath } from './route-path.ts';

/** Code of fields by name, in the order in which they are written. */
export type Fields = ReadonlyMap<string, Code>;

/** The fields of an operation on a host; defaults are left out. */
export function factsOn(placed: HostOperation, owner: Owner): Fields {
  const { model, plans } = owner;
  const { view, value: operation } = placed;
  const { summary, body, stream, path, segments, template } = operation;
  const named = Object.keys(segments).length > 0;
  const { limits, errors } = answersOf(view, operation);
  const window = operation.payment?.window;
  const [accepts] = operation.responses.flatMap(({ contentType, also }) => (also ? [[contentType, ...also]] : []));
  const fields: [string, Code | undefined][] = [
    ['summary', literal(summary)],
    ['path', literal(routePath(path, operation, view))],
    ['template', named ? literal(routePath(template, operation, view)) : undefined],
    ...plans.map((plan): [string, Code | undefined] => {
      const form = variantOn(plan.forms, view);
      if (!form) return [plan.part, undefined];
      const { name, path } = checkOf(model, plan, form);
      return [plan.part, symbol(name, path)];
    }),
    ['accepts', accepts && literal(accepts)],
    ['contentTypes', isUsual(body?.contentTypes) ? undefined : literal(body?.contentTypes)],
    ['streams', stream && functionPiece(owner, 'streams', predicate({ must: stream.when }, model, placed))],
    ['discovery', isFound(view, operation) ? literal(discoveryOf(operation, view)) : undefined],
    ['window', window === undefined ? undefined : literal(window)],
    ['limits', limits.length > 0 ? literal(limits) : undefined],
    ['errors', Object.keys(errors).length > 0 ? literal(errors) : undefined],
  ];
  return new Map(fields.filter((field): field is [string, Code] => field[1] !== undefined));
}

/** The fields of an operation that are the same on every host, besides its id. */
export function constantsOf(placed: readonly HostOperation[]): Fields {
  const [first] = placed;
  if (!first) throw new Error('An operation is served nowhere.');
  const { method, closed, body } = first.value;
  const payment = placed.find(({ value }) => value.payment)?.value.payment;
  const settles = payment?.settles ?? 'never';
  const form = formFieldsOf(first.value, first.view);
  const fields: [string, unknown][] = [
    ['method', method],
    ['formFields', form],
    ['largestBody', body?.largest],
    ['settles', settles === 'after-upstream' ? undefined : settles],
    ['inlineWindow', payment?.inline],
    ['closed', closed],
  ];
  return new Map(fields.flatMap(([name, value]) => (value === undefined ? [] : [[name, literal(value)]])));
}

/** The fields that are the same in every place, and the others of each place. */
export function apart(all: readonly Fields[]): { common: Fields; own: readonly Fields[] } {
  const names = [...new Set(all.flatMap((fields) => [...fields.keys()]))];
  const isCommon = (name: string) => new Set(all.map((fields) => print(fields.get(name) ?? ''))).size === 1;
  const only = (fields: Fields, wanted: (name: string) => boolean) =>
    new Map([...fields].filter(([name]) => wanted(name)));
  const shared = new Set(names.filter(isCommon));
  return {
    common: only(all[0] ?? new Map(), (name) => shared.has(name)),
    own: all.map((fields) => only(fields, (name) => !shared.has(name))),
  };
}

/** True where the challenges of an operation say what it takes and returns. */
function isFound({ host }: HostView, { auth }: Operation): boolean {
  return auth === 'payment' && (host.payment?.transport.extensions?.includes('bazaar') ?? false);
}

/** A body without content types is JSON. */
function isUsual(contentTypes: readonly string[] = []): boolean {
  return contentTypes.length === 0 || (contentTypes.length === 1 && contentTypes[0] === 'application/json');
}

/** Ids of the limits that count calls, and of the errors that an operation returns in place of the usual ones. */
function answersOf(view: HostView, operation: Operation) {
  const limits = view.limits.filter(({ operations }) => operations.includes(operation.id)).map(({ id }) => id);
  const errors = operation.errors.flatMap((id) => {
    const role = view.errors[id]?.role;
    return role === undefined || role === id ? [] : [[role, id] as const];
  });
  return { limits, errors: Object.fromEntries(errors) };
}

const formTypes = ['multipart/form-data', 'application/x-www-form-urlencoded'];

/** The fields of a body that may come as a form and that are no texts, where it may. */
function formFieldsOf({ body }: Operation, { schemas }: HostView): Record<string, string> | undefined {
  if (!body?.contentTypes.some((type) => formTypes.includes(type))) return undefined;
  const follow = (schema: JsonSchema): JsonSchema => {
    const name = referenceOf(schema);
    return name === undefined ? schema : follow(schemas[name] ?? {});
  };
  const fields = propertiesOf(follow(body.schema)).flatMap(([name, property]) => {
    const { type } = follow(property);
    return type === 'integer' || type === 'number' || type === 'boolean' ? [[name, type] as const] : [];
  });
  return Object.fromEntries(fields);
}
