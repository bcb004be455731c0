import { Decimal } from 'decimal.js';
import type { Contract, Expression, Price } from '#conformance/contract.ts';

type Scope = Readonly<Record<string, unknown>>;
type Term = (scope: Scope) => unknown;

/** Compiles a price's formula to closures over `decimal.js`: the peer that compiled quotes are measured against. */
export function decimalQuote(contract: Contract, price: Price): (scope: Scope) => bigint {
  const inputs = Object.entries(price.inputs).map(([name, { tree }]) => [name, compile(tree, contract)] as const);
  const formula = compile(price.formula.tree, contract);
  return (scope) => {
    const filled: Record<string, unknown> = { ...scope };
    for (const [name, term] of inputs) filled[name] = term(filled);
    return BigInt(decimal(formula(filled)).times(1_000_000).ceil().toFixed());
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
  if (name === '&&') return (scope) => left(scope) && right(scope);
  if (name === '||') return (scope) => left(scope) || right(scope);
  throw new Error(`The benchmark has no decimal.js form of ${name}.`);
}

function call(name: string, args: readonly Term[], contract: Contract): Term {
  const [first, second] = args;
  const one = (scope: Scope) => first?.(scope);
  switch (name) {
    case 'catalog':
      return (scope) => lookUp(contract, String(one(scope)), String(second?.(scope)));
    case 'ceil':
      return (scope) => decimal(one(scope)).ceil();
    case 'max':
      return (scope) => Decimal.max(...args.map((arg) => decimal(arg(scope))));
    case 'min':
      return (scope) => Decimal.min(...args.map((arg) => decimal(arg(scope))));
    case 'size':
      return (scope) => Object(one(scope)).length;
    case 'characters':
      return (scope) => [...String(one(scope))].length;
    case 'text_length':
      return (scope) => textLength(one(scope));
    default:
      throw new Error(`The benchmark has no decimal.js form of ${name}().`);
  }
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

function textLength(value: unknown): number {
  if (typeof value === 'string') return [...value].length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, each) => sum + textLength(each), 0);
}

const member = (of: unknown, name: string): unknown => Object(of)[name];

const decimal = (value: unknown): Decimal => (value instanceof Decimal ? value : new Decimal(String(value)));
