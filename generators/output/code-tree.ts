import { type Code, Fragment, type Print, type Shared } from './code.ts';

/** The code that replaces shared pieces once they are declared, by key. */
type Replacements = ReadonlyMap<string, Code>;

const none: Replacements = new Map();

/** The text of code; shared pieces that are not declared stand where they are used. */
export function print(code: Code, placed = none): string {
  if (typeof code === 'string') return code;
  if (!(code instanceof Fragment)) return typeof code === 'bigint' ? `${code}n` : String(code);
  if (placed.size > 0) return textOf(code, placed);
  code.plain ??= textOf(code, none);
  return code.plain;
}

function textOf({ shape }: Fragment, placed: Replacements): string {
  switch (shape.is) {
    case 'list':
      return shape.parts.map((part) => print(part, placed)).join(shape.separator);
    case 'symbol':
    case 'variable':
      return shape.name;
    case 'member':
      return `${print(shape.of, placed)}${isIdentifier(shape.name) ? `.${shape.name}` : `[${JSON.stringify(shape.name)}]`}`;
    case 'scope':
      return print(shape.code, placed);
    case 'shared':
      return print(placed.get(shape.key) ?? shape.inline, placed);
    case 'layout': {
      const inner: Print = (part) => print(part, placed);
      return shape.text(inner);
    }
  }
}

/** Every fragment of some code from its start to its end, in place of declared pieces what stands there. */
export function fragments(code: Code, placed = none): Fragment[] {
  const found: Fragment[] = [];
  const visit = (part: Code) => {
    if (!(part instanceof Fragment)) return;
    found.push(part);
    for (const inner of partsOf(part, placed)) visit(inner);
  };
  visit(code);
  return found;
}

function partsOf({ shape }: Fragment, placed: Replacements): readonly Code[] {
  switch (shape.is) {
    case 'list':
    case 'layout':
      return shape.parts;
    case 'member':
      return [shape.of];
    case 'scope':
      return [shape.code];
    case 'shared':
      return [placed.get(shape.key) ?? shape.inline];
    default:
      return [];
  }
}

/** The variables that code reads and does not bind itself. */
export function freeVariables(code: Code): Set<string> {
  const found = new Set<string>();
  const visit = (part: Code, bound: ReadonlySet<string>) => {
    if (!(part instanceof Fragment)) return;
    const { shape } = part;
    if (shape.is === 'variable' && !bound.has(shape.name)) found.add(shape.name);
    const inner = shape.is === 'scope' ? bound.union(new Set(shape.binds)) : bound;
    for (const each of partsOf(part, none)) visit(each, inner);
  };
  visit(code, new Set());
  return found;
}

/** True for a variable, a path of its fields, and a number or truth value: code that is as short as a name for it. */
export function isAtom(code: Code): boolean {
  if (typeof code === 'string') return false;
  if (!(code instanceof Fragment)) return typeof code === 'boolean' || code >= 0;
  const { shape } = code;
  if (shape.is === 'member') return isIdentifier(shape.name) && isAtom(shape.of);
  return shape.is === 'variable';
}

/** True for a name that may follow a dot. */
export function isIdentifier(name: string): boolean {
  return /^[a-z_$][\w$]*$/i.test(name);
}

/** A module's body with every piece that several places use declared before it. */
export interface SharedDeclarations {
  readonly declarations: readonly Code[];
  readonly placed: Replacements;
}

/** Declares the pieces that several places of some code use, under names that `name` makes. */
export function declareShared(body: Code, name: (wanted: string) => string): SharedDeclarations {
  const places = placesOf(body);
  const placed = new Map<string, Code>();
  const declarations: { readonly rank: number; readonly declaration: Code }[] = [];
  const repeated = [...places.values()].filter((found) => found.length > 1);
  for (const [first, ...others] of repeated.toSorted(([a], [b]) => (b?.rank ?? 0) - (a?.rank ?? 0))) {
    if (!first) continue;
    const { declaration, use } = first.declare(name(first.name), addedBy([first, ...others]));
    placed.set(first.key, use);
    declarations.push({ rank: first.rank, declaration });
  }
  return { declarations: declarations.toSorted((a, b) => a.rank - b.rank).map((each) => each.declaration), placed };
}

/** The places of each shared piece. What stands inside one that is repeated is counted once. */
function placesOf(body: Code): Map<string, Shared[]> {
  const found = new Map<string, Shared[]>();
  const visit = (code: Code) => {
    if (!(code instanceof Fragment)) return;
    const { shape } = code;
    const known = shape.is === 'shared' ? found.get(shape.key) : undefined;
    if (known && shape.is === 'shared') return void known.push(shape);
    if (shape.is === 'shared') found.set(shape.key, [shape]);
    for (const part of partsOf(code, none)) visit(part);
  };
  visit(body);
  return found;
}

function addedBy(places: readonly Shared[]): Record<string, Code[]> {
  const added: Record<string, Code[]> = {};
  for (const [what, code] of places.flatMap(({ adds = {} }) => Object.entries(adds))) {
    const known = added[what] ?? [];
    if (!known.some((each) => print(each) === print(code))) added[what] = [...known, code];
  }
  return added;
}
