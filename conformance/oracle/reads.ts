/** Static analysis of expressions: the fields that they read, and the cases that they distinguish. */

import { oncePer } from '../common/once-per.ts';
import type { Expression, Formula, Price, PriceUse } from '../contract/contract.ts';

/** A field of a request: its part, and the names below it. Expressions read no headers. */
export type FieldPath = readonly [root: 'request' | 'query' | 'params' | 'header', ...names: string[]];

/** A field that is looked up in a set or compared with its members. */
export interface Membership {
  readonly field: FieldPath;
  /** A list of values, or a map with them as keys. */
  readonly set: Expression;
}

/** The direct subexpressions of an expression. */
export function partsOf(tree: Expression): readonly Expression[] {
  switch (tree.op) {
    case 'field':
    case 'has':
      return [tree.of];
    case 'index':
      return [tree.of, tree.key];
    case 'call':
      return tree.args;
    case 'binary':
      return [tree.left, tree.right];
    case 'not':
    case 'negate':
      return [tree.value];
    case 'if':
      return [tree.test, tree.then, tree.otherwise];
    case 'list':
      return tree.items;
    case 'map':
      return tree.entries.flat();
    case 'macro':
      return [tree.of, tree.body];
    default:
      return [];
  }
}

/** An expression with others in the place of variables, by their names. */
export function replace(tree: Expression, by: (name: string) => Expression | undefined): Expression {
  const next = (part: Expression) => replace(part, by);
  switch (tree.op) {
    case 'variable':
      return by(tree.name) ?? tree;
    case 'field':
    case 'has':
      return { ...tree, of: next(tree.of) };
    case 'index':
      return { ...tree, of: next(tree.of), key: next(tree.key) };
    case 'call':
      return { ...tree, args: tree.args.map(next) };
    case 'binary':
      return { ...tree, left: next(tree.left), right: next(tree.right) };
    case 'not':
    case 'negate':
      return { ...tree, value: next(tree.value) };
    case 'if':
      // biome-ignore lint/suspicious/noThenProperty: `then` is a part of the tree.
      return { op: 'if', test: next(tree.test), then: next(tree.then), otherwise: next(tree.otherwise) };
    case 'list':
      return { op: 'list', items: tree.items.map(next) };
    case 'map':
      return { op: 'map', entries: tree.entries.map(([key, value]) => [next(key), next(value)] as const) };
    case 'macro':
      return {
        ...tree,
        of: next(tree.of),
        body: replace(tree.body, (name) => (name === tree.item ? undefined : by(name))),
      };
    default:
      return tree;
  }
}

/** A price's formula with its inputs expanded, so that it reads only the request and constants. */
export function writtenOut(price: Price, use: PriceUse): Expression {
  const inputs: Readonly<Record<string, Formula>> = { ...price.inputs, ...use.inputs };
  const open = new Set<string>();
  const expand = (name: string): Expression | undefined => {
    const input = Object.hasOwn(inputs, name) ? inputs[name] : undefined;
    if (!input || open.has(name)) return undefined;
    open.add(name);
    const written = replace(input.tree, expand);
    open.delete(name);
    return written;
  };
  return replace(price.formula.tree, expand);
}

/** The field an expression is, if it is one. */
export function fieldOf(tree: Expression): FieldPath | undefined {
  if (tree.op === 'variable') {
    const { name } = tree;
    return name === 'request' || name === 'query' || name === 'params' ? [name] : undefined;
  }
  if (tree.op !== 'field' && tree.op !== 'has') return undefined;
  const outer = fieldOf(tree.of);
  return outer && [...outer, tree.name];
}

/** The fields that an expression reads, each once and without their containers. */
export const readsOf: (tree: Expression) => readonly FieldPath[] = oncePer((tree) => {
  const found = new Map<string, FieldPath>();
  const walk = (part: Expression): void => {
    const field = fieldOf(part);
    if (field) found.set(field.join('.'), field);
    else for (const inner of partsOf(part)) walk(inner);
  };
  walk(tree);
  return [...found.values()];
});

/** True when an expression reads only the number of items of a field, or whether it is there. */
export function isOnlyCounted(field: FieldPath, tree: Expression): boolean {
  if (tree.op === 'call' && tree.name === 'size' && tree.args.some((part) => isField(part, field))) return true;
  if (tree.op === 'has' && isField(tree, field)) return true;
  return !isField(tree, field) && partsOf(tree).every((part) => isOnlyCounted(field, part));
}

function isField(tree: Expression, field: FieldPath): boolean {
  return fieldOf(tree)?.join('.') === field.join('.');
}

/** True when an expression reads a variable. */
export function readsName(tree: Expression, name: string): boolean {
  if (tree.op === 'variable') return tree.name === name;
  return partsOf(tree).some((part) => readsName(part, name));
}

/**
 * The sets that an expression looks fields up in.
 *
 * Of alternatives only the first counts: a specification uses the others as fallbacks that it does not assert.
 */
export const membershipsOf: (tree: Expression) => readonly Membership[] = oncePer((tree) => {
  const inner = (part: Expression) => membershipsOf(part);
  if (tree.op === 'if') {
    const tested = inner(tree.test);
    return [...tested, ...inner(tree.then), ...(tested.length > 0 ? [] : inner(tree.otherwise))];
  }
  if (tree.op === 'binary' && tree.name === '||') {
    const first = inner(tree.left);
    return first.length > 0 ? first : inner(tree.right);
  }
  const below = partsOf(tree).flatMap(inner);
  if (tree.op === 'index') return withField(tree.key, tree.of, below);
  if (tree.op !== 'binary') return below;
  if (tree.name === 'in') return withField(tree.left, tree.right, below);
  if (tree.name !== '==' && tree.name !== '!=') return below;
  const compared = withField(tree.left, { op: 'list', items: [tree.right] }, below);
  return withField(tree.right, { op: 'list', items: [tree.left] }, compared);
});

function withField(key: Expression, set: Expression, below: readonly Membership[]): readonly Membership[] {
  const field = fieldOf(key);
  return field ? [...below, { field, set }] : below;
}

/** A number that the length of a field is compared with. */
export interface LengthBound {
  readonly field: FieldPath;
  readonly bound: Expression;
}

/** The numbers that an expression compares lengths of fields with. */
export function lengthBoundsOf(tree: Expression): readonly LengthBound[] {
  const below = partsOf(tree).flatMap(lengthBoundsOf);
  if (tree.op !== 'binary' || !/^([<>]=?|==|!=)$/.test(tree.name)) return below;
  const sides = [[tree.left, tree.right] as const, [tree.right, tree.left] as const];
  const found = sides.flatMap(([measured, bound]) => {
    const [of] = measured.op === 'call' && /^(characters|size)$/.test(measured.name) ? measured.args : [];
    const field = of && fieldOf(of);
    return field ? [{ field, bound }] : [];
  });
  return [...below, ...found];
}

/** The decisions of an expression as boolean expressions: tests, min and max, and rounding. */
export function decisionsOf(tree: Expression): readonly Expression[] {
  if (tree.op === 'macro') return decisionsOf(tree.of);
  const below = partsOf(tree).flatMap(decisionsOf);
  if (tree.op === 'if') return [tree.test, ...below];
  if (tree.op !== 'call') return below;
  const [first, second] = tree.args;
  if ((tree.name === 'min' || tree.name === 'max') && first && second) {
    return [{ op: 'binary', name: '<', left: first, right: second }, ...below];
  }
  if (/^(ceil|floor|round)$/.test(tree.name) && first) {
    const whole: Expression = { op: 'call', name: tree.name, args: [first] };
    return [{ op: 'binary', name: '==', left: first, right: whole }, ...below];
  }
  return below;
}
