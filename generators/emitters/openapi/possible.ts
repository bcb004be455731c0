import { isObject, propertiesOf, referenceOf } from '../../json-schema/walk.ts';
import type { Expression, Formula, HostView, Json, JsonSchema } from '../../model/types.ts';
import { apply, combine, exactly, type Interval, join, unbounded } from './interval.ts';

/** The possible values of an expression before any request: a list, the values of a schema, or a range of numbers. */
export type Possible =
  | { readonly values: readonly Json[] }
  | { readonly schema: JsonSchema }
  | { readonly interval: Interval };

/** The meaning of names in an expression. */
export interface Scope {
  readonly view: Pick<HostView, 'schemas' | 'catalogs'>;
  /** Values known beforehand: constants, `request`, `params`, `query`. */
  readonly known: Readonly<Record<string, Possible>>;
  readonly inputs: Readonly<Record<string, Formula>>;
}

const anything: Possible = { interval: unbounded };

/** Every value that an expression may have, as closely as it can be known without a request. */
export function possible(tree: Expression, scope: Scope): Possible {
  switch (tree.op) {
    case 'number':
      return { interval: exactly(tree.value) };
    case 'string':
      return { values: [tree.value] };
    case 'variable':
      return variable(tree.name, scope);
    case 'field':
      return member(possible(tree.of, scope), { values: [tree.name] }, scope);
    case 'index':
      return member(possible(tree.of, scope), possible(tree.key, scope), scope);
    case 'if':
      return either(possible(tree.then, scope), possible(tree.otherwise, scope));
    case 'negate':
      return { interval: combine('-', exactly(0), numbers(possible(tree.value, scope), scope)) };
    case 'binary':
      return { interval: combine(tree.name, interval(tree.left, scope), interval(tree.right, scope)) };
    case 'call':
      return call(tree.name, tree.args, scope);
    default:
      return anything;
  }
}

/** The numbers that an expression may have. */
export function interval(tree: Expression, scope: Scope): Interval {
  return numbers(possible(tree, scope), scope);
}

function variable(name: string, scope: Scope): Possible {
  const input = scope.inputs[name];
  return scope.known[name] ?? (input ? possible(input.tree, scope) : anything);
}

function call(name: string, args: readonly Expression[], scope: Scope): Possible {
  const [first, second] = args;
  if (name === 'catalog' && first?.op === 'string') {
    return { values: scope.view.catalogs[first.value]?.entries.map(({ values }) => values) ?? [] };
  }
  if (!first) return anything;
  if (name === 'min' || name === 'max') {
    return { interval: args.map((arg) => interval(arg, scope)).reduce((a, b) => combine(name, a, b)) };
  }
  if (second) return anything;
  if (name === 'ceil') return { interval: apply((bound) => bound.ceil(), interval(first, scope)) };
  if (name === 'floor') return { interval: apply((bound) => bound.floor(), interval(first, scope)) };
  if (name === 'round') return { interval: apply((bound) => bound.round(), interval(first, scope)) };
  if (name === 'number') return possible(first, scope);
  if (name === 'size' || name === 'characters') return { interval: sizes(possible(first, scope), scope) };
  if (name === 'prompt_bytes') return { interval: { min: exactly(0).min } };
  return anything;
}

function member(of: Possible, key: Possible, scope: Scope): Possible {
  if ('schema' in of && 'values' in key) {
    const properties = new Map(propertiesOf(resolve(of.schema, scope)));
    const found = key.values.map((name): Possible => {
      const schema = properties.get(String(name));
      return schema ? { schema } : anything;
    });
    return found.length > 0 ? found.reduce(either) : anything;
  }
  if (!('values' in of)) return anything;
  const objects = of.values.filter(isObject);
  if (!('values' in key)) return { values: objects.flatMap((value) => Object.values(value)) };
  const names = [...new Set(key.values)].map(String);
  return {
    values: objects.flatMap((value) =>
      names.flatMap((name) => (Object.hasOwn(value, name) ? [value[name] ?? null] : [])),
    ),
  };
}

function either(a: Possible, b: Possible): Possible {
  if ('values' in a && 'values' in b) return { values: [...a.values, ...b.values] };
  if ('interval' in a && 'interval' in b) return { interval: join(a.interval, b.interval) };
  return anything;
}

function numbers(value: Possible, scope: Scope): Interval {
  if ('interval' in value) return value.interval;
  if ('values' in value) return numbersAmong(value.values);
  const schema = resolve(value.schema, scope);
  if (Array.isArray(schema.enum)) return numbersAmong(schema.enum);
  return { min: bound(schema.minimum), max: bound(schema.maximum) };
}

function numbersAmong(values: readonly Json[]): Interval {
  const intervals = values.map((value) => (isDecimal(value) ? exactly(value) : unbounded));
  return intervals.length > 0 ? intervals.reduce(join) : unbounded;
}

function isDecimal(value: Json): value is number | string {
  return typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value));
}

function sizes(value: Possible, scope: Scope): Interval {
  if (!('schema' in value)) return { min: exactly(0).min };
  const schema = resolve(value.schema, scope);
  const [least, most] = schema.type === 'string' ? ['minLength', 'maxLength'] : ['minItems', 'maxItems'];
  return { min: bound(schema[least] ?? 0), max: bound(schema[most]) };
}

function bound(value: Json | undefined) {
  return typeof value === 'number' ? exactly(value).min : undefined;
}

function resolve(schema: JsonSchema, scope: Scope): JsonSchema {
  const target = scope.view.schemas[referenceOf(schema) ?? ''];
  return target ? resolve(target, scope) : schema;
}
