import { Decimal } from 'decimal.js';
import type { Contract, Expression, Price } from '#conformance/contract/contract.ts';

type Scope = Readonly<Record<string, unknown>>;
type Term = (scope: Scope) => unknown;

const roundings = {
  up: Decimal.ROUND_UP,
  down: Decimal.ROUND_DOWN,
  'half-up': Decimal.ROUND_HALF_UP,
  'half-even': Decimal.ROUND_HALF_EVEN,
} as const;

/** Compiles a price's formula to closures over `decimal.js`: the peer that compiled quotes are measured against. */
export function decimalQuote(contract: Contract, price: Price): (scope: Scope) => bigint {
  const inputs = Object.entries(price.inputs).map(([name, { tree }]) => [name, compile(tree, contract)] as const);
  const formula = compile(price.formula.tree, contract);
  const rounding = roundings[price.rounding];
  return (scope) => {
    const filled: Record<string, unknown> = { ...scope };
    for (const [name, term] of inputs) filled[name] = term(filled);
    return BigInt(decimal(formula(filled)).times(1_000_000).toFixed(0, rounding));
  };
}

function compile(tree: Expression, contract: Contract): Term {
  const term = (each: Expression) => compile(each, contract);
  switch (tree.op) {
    case 'number': {
      const value = new Decimal(tree.value);
      return () => value;
    }
    case 'string':
    case 'bool':
      return () => tree.value;
    case 'variable': {
      const constant = contract.service.constants[tree.name];
      const value = constant === undefined ? undefined : new Decimal(constant);
      return (scope) => value ?? scope[tree.name];
    }
    case 'field': {
      const of = term(tree.of);
      return (scope) => member(of(scope), tree.name);
    }
    case 'index': {
      const [of, key] = [term(tree.of), term(tree.key)];
      return (scope) => member(of(scope), String(key(scope)));
    }
    case 'if': {
      const [test, then, otherwise] = [term(tree.test), term(tree.then), term(tree.otherwise)];
      return (scope) => (test(scope) ? then(scope) : otherwise(scope));
    }
    case 'has': {
      const of = term(tree.of);
      return (scope) => member(of(scope), tree.name) !== undefined;
    }
    case 'macro': {
      const [of, body] = [term(tree.of), term(tree.body)];
      const each = (scope: Scope) => (item: unknown) => body({ ...scope, [tree.item]: item });
      if (tree.name === 'map') return (scope) => listOf(of(scope)).map(each(scope));
      if (tree.name === 'filter') return (scope) => listOf(of(scope)).filter(each(scope));
      throw new Error(`The benchmark has no decimal.js form of ${tree.name}.`);
    }
    case 'binary':
      return binary(tree.name, term(tree.left), term(tree.right));
    case 'call':
      return call(tree.name, tree.args.map(term), contract);
    default:
      throw new Error(`The benchmark has no decimal.js form of ${tree.op}.`);
  }
}

function binary(name: string, left: Term, right: Term): Term {
  const arithmetic: Record<string, (a: Decimal, b: Decimal) => unknown> = {
    '+': (a, b) => a.plus(b),
    '-': (a, b) => a.minus(b),
    '*': (a, b) => a.times(b),
    '/': (a, b) => a.div(b),
    '>': (a, b) => a.gt(b),
    '>=': (a, b) => a.gte(b),
    '<': (a, b) => a.lt(b),
    '<=': (a, b) => a.lte(b),
  };
  const apply = arithmetic[name];
  if (apply) return (scope) => apply(decimal(left(scope)), decimal(right(scope)));
  if (name === 'in') return (scope) => Object.hasOwn(Object(right(scope)), String(left(scope)));
  if (name === '==') return (scope) => left(scope) === right(scope);
  if (name === '!=') return (scope) => left(scope) !== right(scope);
  if (name === '&&') return (scope) => left(scope) && right(scope);
  if (name === '||') return (scope) => left(scope) || right(scope);
  throw new Error(`The benchmark has no decimal.js form of ${name}.`);
}

function call(name: string, args: readonly Term[], contract: Contract): Term {
  if (name === 'catalog') {
    return (scope) => {
      const [catalog, key] = args.map((arg) => String(arg(scope)));
      return lookUp(contract, catalog ?? '', key ?? '');
    };
  }
  const apply = functions[name];
  if (!apply) throw new Error(`The benchmark has no decimal.js form of ${name}().`);
  return (scope) => apply(...args.map((arg) => arg(scope)));
}

const tables = new WeakMap<Contract, Map<string, unknown>>();

function lookUp(contract: Contract, catalog: string, key: string): unknown {
  let table = tables.get(contract);
  if (!table) {
    table = new Map();
    for (const { id, key: field, entries } of Object.values(contract.catalogs)) {
      for (const { values } of entries) table.set(`${id}/${values[field]}`, values);
    }
    tables.set(contract, table);
  }
  return table.get(`${catalog}/${key}`);
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const member = (of: unknown, name: string): unknown => Object(of)[name];

/** A number as `decimal.js` has it. */
export const decimal = (value: unknown): Decimal => (value instanceof Decimal ? value : new Decimal(String(value)));

/** The functions of price formulas as they are written with `decimal.js`. */
export const functions: Readonly<Record<string, (...args: readonly unknown[]) => unknown>> = {
  ceil: (value) => decimal(value).ceil(),
  max: (...values) => Decimal.max(...values.map(decimal)),
  min: (...values) => Decimal.min(...values.map(decimal)),
  size: (value) => Object(value).length,
  characters: (value) => [...String(value)].length,
  prompt_bytes: (value) => new Blob([JSON.stringify(promptOf(Object(value)))]).size,
  split: (value, separator) => String(value).split(String(separator)),
  distinct: (value) => [...new Set(Array.isArray(value) ? value : [])],
  lower: (value) => String(value).toLowerCase(),
  trim: (value) => String(value).trim(),
  without_prefix: (value, prefix) =>
    String(value).startsWith(String(prefix)) ? String(value).slice(String(prefix).length) : value,
  is_list: Array.isArray,
  is_string: (value) => typeof value === 'string',
};

/** The fields of a request that a model reads: not its numbers, booleans and nulls. */
function promptOf(request: object): object {
  const isRead = ([, value]: [string, unknown]) => !['number', 'boolean'].includes(typeof value) && value !== null;
  return Object.fromEntries(Object.entries(request).filter(isRead));
}
