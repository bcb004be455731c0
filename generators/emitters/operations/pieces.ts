import type { Model } from '../../model/types.ts';
import type { Module } from '../../output/module.ts';
import { uniqueNames } from '../../output/unique-names.ts';
import { inputPattern } from '../typescript/formula-scope.ts';
import { camelCase } from '../typescript/names.ts';
import { type Part, type PartPlan, parts } from '../typescript/parts.ts';
import { typeOf } from '../validators.ts';

/** What several operations may say alike; a kind may hold pieces of the kinds that follow it. */
const kinds = ['Served', 'Condition', 'function'] as const;

/** Takes in a piece of an operation and returns what to write in its place; `id` names it. A function is its body. */
export type Place = (kind: (typeof kinds)[number], id: string, text: string) => string;

/** The pieces of a module's operations: each stands where it belongs, unless several operations have it. */
export interface Pieces {
  /** How the operation that has these parts places its pieces. */
  of(plans: readonly PartPlan[]): Place;
  /** The module's text with every piece in it, those that stand in several places before all else under a name. */
  written(text: string, module: Module): string;
}

interface Piece {
  readonly kind: (typeof kinds)[number];
  readonly id: string;
  readonly text: string;
  readonly plans: Set<PartPlan>;
}

/** A piece of which a line holds two is not worth a name. */
const shortest = 80;

/** Starts the pieces of a module. */
export function createPieces(model: Model): Pieces {
  const found = new Map<string, Piece & { readonly marker: string }>();

  const expanded = (text: string): string =>
    text.replace(/\ue000\d+\ue001/g, (marker) => {
      const inner = [...found.values()].find((piece) => piece.marker === marker);
      return inner ? expanded(inner.text) : '';
    });

  return {
    of: (plans) => (kind, id, text) => {
      const key = `${kind} ${text}`;
      const piece = found.get(key) ?? { kind, id, text, plans: new Set(), marker: `\ue000${found.size}\ue001` };
      for (const plan of plans) piece.plans.add(plan);
      found.set(key, piece);
      return piece.marker;
    },
    written(text, module) {
      const taken = [text, ...found.keys()].join(' ').replace(/"(?:[^"\\]|\\.)*"/g, '');
      const name = uniqueNames(taken.match(/\w+/g) ?? []);
      let written = text;
      for (const kind of kinds) {
        const declared: string[] = [];
        for (const piece of [...found.values()].filter((each) => each.kind === kind)) {
          const code = expanded(piece.text);
          const isShared = written.split(piece.marker).length > 2 && code.length >= shortest;
          const placed = isShared ? name(camelCase(piece.id)) : inline(piece);
          written = written.replaceAll(piece.marker, () => placed);
          if (isShared) declared.push(declaration(model, placed, { ...piece, code }, module));
        }
        written = [...declared, written].join('\n\n');
      }
      return written;
    },
  };
}

/** A piece with the text that it has once those inside it are written out. */
interface Whole extends Piece {
  readonly code: string;
}

function inline({ kind, text }: Piece): string {
  return kind === 'function' ? `(${inputPattern(text)}) => ${text}` : text;
}

function declaration(model: Model, name: string, piece: Whole, module: Module): string {
  const { kind, text } = piece;
  if (kind === 'function') {
    const pattern = inputPattern(text);
    const input = module.useType(pattern.includes('response') ? 'Metered' : 'Input', '@tollwright/runtime/operation');
    return `const ${name} = (${pattern}: ${input}${typeArguments(model, piece, module)}) => ${text};`;
  }
  const [doc = '', value = text] = text.match(/^(\/\*\*.*?\*\/\n)?(.*)$/s)?.slice(1) ?? [];
  const type = module.useType(kind, '@tollwright/runtime/operations');
  // Were it of that type, it would say that it may have parts of requests of any kind.
  return `${doc}const ${name} = ${value} satisfies ${type}${typeArguments(model, piece, module)};`;
}

/** The types of the parts of a request that a piece reads: they may be those of any operation that has it. */
function typeArguments(model: Model, { kind, code, plans }: Whole, module: Module): string {
  const variable: Readonly<Record<Part, string>> = { body: 'request', query: 'query', params: 'params' };
  const read = parts.map((part) => {
    const reads = inputPattern(code).includes(variable[part]) || (kind === 'Served' && code.includes(`${part}: `));
    if (!reads) return 'unknown';
    const types = [...plans].filter((plan) => plan.part === part).map((plan) => typeOf(model, plan));
    return [...new Set(types.map(({ name, path }) => module.useType(name, path)))].sort().join(' | ');
  });
  while (read.at(-1) === 'unknown') read.pop();
  return read.length > 0 ? `<${read.join(', ')}>` : '';
}
