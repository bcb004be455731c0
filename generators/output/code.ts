/**
 * A piece of TypeScript as a value.
 *
 * A string is source text. What has to be known of a piece besides its text (which module a name comes from, which
 * variables it reads, what several places share) is a fragment, and is found by walking the tree.
 */
export type Code = string | number | bigint | boolean | Fragment;

/** The kinds of fragments. */
type Shape =
  | { readonly is: 'list'; readonly parts: readonly Code[]; readonly separator: string }
  | ({ readonly is: 'symbol' } & Import)
  | { readonly is: 'variable'; readonly name: string }
  | { readonly is: 'member'; readonly of: Code; readonly name: string }
  | { readonly is: 'scope'; readonly binds: readonly string[]; readonly code: Code }
  | ({ readonly is: 'shared' } & Shared)
  | { readonly is: 'layout'; readonly parts: readonly Code[]; readonly text: (print: Print) => string };

/** A name that a module imports. */
export interface Import {
  readonly name: string;
  /** A package or subpath import (`zod`) or the path of another emitted file (`errors.ts`). */
  readonly from: string;
  /** `value` and `type` are named exports; `values` and `types` are all exports under one name; `data` is a JSON file. */
  readonly as: 'value' | 'type' | 'values' | 'types' | 'data';
}

/** Code that stands where it is used, unless several places use it: then it is declared once, under a name. */
export interface Shared {
  /** Equal keys are one piece. */
  readonly key: string;
  /** Name wanted for its declaration. */
  readonly name: string;
  /** Declarations of a lower rank come first. */
  readonly rank: number;
  /** The code itself, for a piece that only one place uses. */
  readonly inline: Code;
  /** Code that this place adds to the declaration, by its purpose, such as the type of an argument. */
  readonly adds?: Readonly<Record<string, Code>>;
  /** Declares it, given what all places add; `use` is what then stands in each place. */
  readonly declare: (name: Code, added: Added) => { readonly declaration: Code; readonly use: Code };
}

/** The code that all places of a shared piece add to its declaration, each once. */
export type Added = Readonly<Record<string, readonly Code[]>>;

/** Prints code that is laid out by something else: a template or ts-morph. */
export type Print = (code: Code) => string;

/** A node of the tree. */
export class Fragment {
  readonly shape: Shape;
  /** Its text where no shared piece is declared, once it was asked for: most code is compared by its text before it is written. */
  plain: string | undefined;

  constructor(shape: Shape) {
    this.shape = shape;
  }

  /** Text made of a fragment would lose its imports and variables. */
  toString(): never {
    throw new Error('An emitter wrote code into a plain string. Use code`...`.');
  }
}

/** Code written as a template: what is inserted keeps its imports and variables. */
export function code(texts: TemplateStringsArray, ...inserted: readonly Code[]): Code {
  const parts: Code[] = [];
  for (const [index, text] of texts.entries()) {
    const value = inserted[index];
    if (text !== '') parts.push(text);
    if (value !== undefined && value !== '') parts.push(value);
  }
  return join(parts, '');
}

/** Pieces side by side. */
export function join(parts: readonly Code[], separator: string): Code {
  return new Fragment({ is: 'list', parts, separator });
}

/** A value that another module exports; nothing is imported inside that module itself. */
export function symbol(name: string, from: string): Code {
  return new Fragment({ is: 'symbol', name, from, as: 'value' });
}

/** A type that another module exports. */
export function typeSymbol(name: string, from: string): Code {
  return new Fragment({ is: 'symbol', name, from, as: 'type' });
}

/** Everything that another module exports, under one name. */
export function namespace(name: string, from: string, as: 'values' | 'types'): Code {
  return new Fragment({ is: 'symbol', name, from, as });
}

/** The content of an emitted JSON file. */
export function jsonData(name: string, from: string): Code {
  return new Fragment({ is: 'symbol', name, from, as: 'data' });
}

/** A name that the module itself declares or binds. */
export function variable(name: string): Code {
  return new Fragment({ is: 'variable', name });
}

/** A property of an object. */
export function member(of: Code, name: string): Code {
  return new Fragment({ is: 'member', of, name });
}

/** Code inside of which some names are bound. */
export function binding(binds: readonly string[], inner: Code): Code {
  return new Fragment({ is: 'scope', binds, code: inner });
}

/** A piece that is declared once where several places use it. */
export function shared(piece: Shared): Code {
  return new Fragment({ is: 'shared', ...piece });
}

/** Code whose text something else lays out; `parts` is everything that `text` prints. */
export function layout(parts: readonly Code[], text: (print: Print) => string): Code {
  return new Fragment({ is: 'layout', parts, text });
}
