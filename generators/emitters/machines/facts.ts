import type { Type } from '../../cel/compile/types.ts';
import type { Expression, Machine } from '../../model/types.ts';

/** A path that a guard reads, and the type of its value. */
interface Fact {
  readonly path: readonly string[];
  readonly type: Type;
}

/**
 * The facts that the guards of a machine read, by variable.
 *
 * No schema describes the facts of a guard, so their types follow from how the guards use them.
 */
export function factsOf({ transitions }: Machine, known: ReadonlySet<string>): ReadonlyMap<string, Type> {
  const facts = transitions
    .flatMap(({ if: guard }) => (guard ? read(guard.tree, { is: 'boolean' }) : []))
    .filter(({ path: [variable] }) => variable !== undefined && !known.has(variable));
  return new Map([...grouped(facts)].map(([name, inner]) => [name, typeOf(inner)]));
}

/** The facts that an expression of the `expected` type reads. */
function read(tree: Expression, expected: Type): Fact[] {
  const path = pathOf(tree);
  if (path) return [{ path, type: expected }];
  switch (tree.op) {
    case 'has':
      return read({ op: 'field', of: tree.of, name: tree.name }, { is: 'unknown' });
    case 'not':
      return read(tree.value, { is: 'boolean' });
    case 'binary': {
      const joined: Type | undefined = tree.name === '&&' || tree.name === '||' ? { is: 'boolean' } : undefined;
      return [
        ...read(tree.left, joined ?? typeBeside(tree.right)),
        ...read(tree.right, joined ?? typeBeside(tree.left)),
      ];
    }
    case 'if':
      return [...read(tree.test, { is: 'boolean' }), ...read(tree.then, expected), ...read(tree.otherwise, expected)];
    case 'call':
      return tree.args.flatMap((argument) => read(argument, { is: 'unknown' }));
    default:
      return [];
  }
}

/** The names that lead to a field, or nothing where something else is read. */
function pathOf(tree: Expression): string[] | undefined {
  if (tree.op === 'variable') return [tree.name];
  if (tree.op !== 'field') return undefined;
  const path = pathOf(tree.of);
  return path && [...path, tree.name];
}

/** A value has the type of the constant that it is compared with. */
function typeBeside({ op }: Expression): Type {
  if (op === 'string') return { is: 'string' };
  if (op === 'bool') return { is: 'boolean' };
  return op === 'number' ? { is: 'integer', places: 0 } : { is: 'unknown' };
}

/** Facts by the first name of their path, without that name. */
function grouped(facts: readonly Fact[]): Map<string, Fact[]> {
  const groups = new Map<string, Fact[]>();
  for (const { path, type } of facts) {
    const [first = '', ...rest] = path;
    groups.set(first, [...(groups.get(first) ?? []), { path: rest, type }]);
  }
  return groups;
}

function typeOf(facts: readonly Fact[]): Type {
  const inner = facts.filter(({ path }) => path.length > 0);
  if (inner.length > 0) {
    const fields = [...grouped(inner)].map(
      ([name, found]) => [name, { type: typeOf(found), optional: false }] as const,
    );
    return { is: 'object', fields: new Map(fields) };
  }
  return facts.find(({ type }) => type.is !== 'unknown')?.type ?? { is: 'unknown' };
}
