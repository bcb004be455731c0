import { type ASTNode, Environment, ParseError } from '@marcbachmann/cel-js';
import { once } from '../common/once.ts';
import type { BinaryName, Expression } from '../model/types.ts';

/** A syntax error of a CEL expression, with its offsets. */
export interface CelMistake {
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

/** The syntax tree of a CEL expression, with offsets. */
export type Syntax = ASTNode;

const environment = new Environment({ unlistedVariablesAreDyn: true });

type Parsed = { readonly syntax: Syntax } | { readonly mistake: CelMistake };

const known = new Map<string, Parsed>();

/** Parses a CEL expression into its syntax tree, or returns its syntax error. Each expression is parsed once. */
export function parseCel(text: string): Parsed {
  const parsed = known.get(text) ?? parse(text);
  known.set(text, parsed);
  return parsed;
}

function parse(text: string): Parsed {
  try {
    return { syntax: environment.parse(text).ast };
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const { start, end } = error.range ?? { start: 0, end: text.length };
    return { mistake: { message: error.summary, start, end } };
  }
}

const macros = new Set(['all', 'exists', 'map', 'filter']);
const comparisons = new Set(['==', '!=', '<', '<=', '>', '>=', '+', '-', '*', '/', '%', 'in', '&&', '||']);

/** True when a method call is a macro, which binds a name. */
export function isMacro(name: string, args: readonly Syntax[]): name is 'all' | 'exists' | 'map' | 'filter' {
  return macros.has(name) && args.length === 2 && args[0]?.op === 'id';
}

/** Converts the syntax tree of an expression into the JSON tree of the model. Numbers keep their source text. */
export const toExpression = once((syntax: Syntax): Expression => convert(syntax));

function convert(node: Syntax): Expression {
  switch (node.op) {
    case 'value':
      return literal(node);
    case 'id':
      return { op: 'variable', name: node.args };
    case '.':
    case '.?':
      return { op: 'field', of: convert(node.args[0]), name: node.args[1] };
    case '[]':
    case '[?]':
      return { op: 'index', of: convert(node.args[0]), key: convert(node.args[1]) };
    case 'call':
      return call(node.args[0], node.args[1]);
    case 'rcall':
      return method(node.args[0], node.args[1], node.args[2]);
    case 'list':
      return { op: 'list', items: node.args.map(convert) };
    case 'map':
      return { op: 'map', entries: node.args.map(([key, value]) => [convert(key), convert(value)] as const) };
    case '?:': {
      const [test, yes, no] = node.args;
      // biome-ignore lint/suspicious/noThenProperty: the model's trees name the branches of a condition so.
      return { op: 'if', test: convert(test), then: convert(yes), otherwise: convert(no) };
    }
    case '!_':
      return { op: 'not', value: convert(node.args) };
    case '-_':
      return { op: 'negate', value: convert(node.args) };
    default:
      if (!isBinary(node.op)) throw new Error(`CEL operator ${node.op} has no tree.`);
      return { op: 'binary', name: node.op, left: convert(node.args[0]), right: convert(node.args[1]) };
  }
}

/** True for binary operators of the syntax tree. */
export function isBinary(op: string): op is BinaryName {
  return comparisons.has(op);
}

function literal(node: Syntax & { op: 'value' }): Expression {
  const value = node.args;
  if (typeof value === 'string') return { op: 'string', value };
  if (typeof value === 'boolean') return { op: 'bool', value };
  if (value === null) return { op: 'null' };
  return { op: 'number', value: node.input.slice(node.start, node.end) };
}

function call(name: string, args: readonly Syntax[]): Expression {
  const [first] = args;
  const tested = name === 'has' && args.length === 1 && first ? fieldOf(first) : undefined;
  if (tested) return { op: 'has', of: convert(tested.of), name: tested.name };
  return { op: 'call', name, args: args.map(convert) };
}

function method(name: string, receiver: Syntax, args: readonly Syntax[]): Expression {
  const [item, body] = args;
  if (isMacro(name, args) && item?.op === 'id' && body) {
    return { op: 'macro', name, of: convert(receiver), item: item.args, body: convert(body) };
  }
  return { op: 'call', name, args: [receiver, ...args].map(convert) };
}

/** The field that `a.b` or `a["b"]` reads; `undefined` for every other expression. */
export function fieldOf(node: Syntax): { readonly of: Syntax; readonly name: string } | undefined {
  if (node.op === '.') return { of: node.args[0], name: node.args[1] };
  if (node.op !== '[]') return undefined;
  const [of, key] = node.args;
  return key.op === 'value' && typeof key.args === 'string' ? { of, name: key.args } : undefined;
}
