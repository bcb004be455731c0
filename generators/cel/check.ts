import type { Arguments, Code } from '../diagnostics/catalogue.ts';
import { didYouMean } from '../diagnostics/suggest.ts';
import { readsCatalog, signatures } from './functions.ts';
import { fieldOf, isBinary, isMacro, type Syntax } from './parse.ts';
import { any, bool, either, listType, number, type Type, text, wordsOf } from './types.ts';

/** Codes of the mistakes in an expression that could be parsed. */
export type CelCode = Extract<Code, `cel-${string}` | 'catalog-unknown'>;

/** The variables and catalogs that an expression can use. */
export interface Scope {
  readonly variables: Readonly<Record<string, Type>>;
  /** Type of the entries of each catalog by id. */
  readonly catalogs: Pick<ReadonlyMap<string, Type>, 'get' | 'keys'>;
}

/** Receives the mistakes of an expression, each with the syntax node that it is about. */
export type Refuse = <C extends CelCode>(
  code: C,
  at: Syntax,
  suggestion: string | undefined,
  ...details: Arguments<C>
) => void;

/** Infers the type of an expression and reports every type error. */
export class Checker {
  readonly #scope: Scope;
  readonly #refuse: Refuse;
  /** Catalogs that the expressions checked so far use. */
  readonly catalogsRead = new Set<string>();

  constructor(scope: Scope, refuse: Refuse) {
    this.#scope = scope;
    this.#refuse = refuse;
  }

  type(node: Syntax, bound: Readonly<Record<string, Type>> = {}): Type {
    const of = (inner: Syntax): Type => this.type(inner, bound);
    switch (node.op) {
      case 'value':
        return this.#literal(node, node.args);
      case 'id':
        return this.#variable(node, node.args, bound);
      case '.':
      case '.?':
        return this.#field(node, of(node.args[0]), node.args[0], node.args[1]);
      case '[]':
      case '[?]':
        return this.#index(node, of(node.args[0]), bound);
      case 'call':
        return this.#call(node, node.args[0], node.args[1], bound);
      case 'rcall':
        return this.#method(node, node.args[0], node.args[1], node.args[2], bound);
      case 'list':
        return listType(either(node.args.map(of)));
      case 'map':
        return { kind: 'map', of: either(node.args.map(([, value]) => of(value))) };
      case '?:': {
        const [test, yes, no] = node.args;
        this.#expect(test, of(test), ['bool'], 'The condition of ?:');
        return either([of(yes), of(no)]);
      }
      case '!_':
        this.#expect(node.args, of(node.args), ['bool'], 'The operator !');
        return bool;
      case '-_':
        this.#expect(node.args, of(node.args), ['number'], 'The operator -');
        return number;
      default:
        return isBinary(node.op) ? this.#binary(node, node.op, node.args[0], node.args[1], of) : any;
    }
  }

  /** Reports an expression whose type is not the expected one. */
  expect(node: Syntax, type: Type, wanted: 'bool' | 'number' | 'list' | 'any'): void {
    if (wanted === 'any' || type.kind === 'any' || type.kind === wanted) return;
    if (wanted === 'list') this.#expect(node, type, [wanted], 'A list of accepted values');
    else this.#refuse(wanted === 'bool' ? 'cel-not-bool' : 'cel-not-number', node, undefined, wordsOf(type));
  }

  #literal(node: Syntax, value: unknown): Type {
    if (value === null) return { kind: 'null' };
    if (typeof value === 'string') return text;
    if (typeof value === 'boolean') return bool;
    if (!isDecimalLiteral(sourceOf(node))) this.#refuse('cel-syntax', node, undefined, 'expected a decimal number');
    return number;
  }

  #variable(node: Syntax, name: string, bound: Readonly<Record<string, Type>>): Type {
    const type = bound[name] ?? this.#scope.variables[name];
    if (type) return type;
    const known = [...Object.keys(bound), ...Object.keys(this.#scope.variables)];
    this.#refuse('cel-variable-unknown', node, didYouMean(name, known), name);
    return any;
  }

  #field(node: Syntax, owner: Type, of: Syntax, name: string): Type {
    if (owner.kind === 'any') return any;
    if (owner.kind === 'map') return owner.of;
    const type = owner.kind === 'object' ? owner.fields.type(name) : undefined;
    if (type) return type;
    const suggestion = owner.kind === 'object' ? didYouMean(name, owner.fields.names) : undefined;
    // Responses may have more fields than described, so a field that the expression tests with has() may exist.
    const tested = owner.kind === 'object' && suggestion === undefined && node.input.includes(`has(${sourceOf(node)})`);
    if (tested) return any;
    this.#refuse('cel-field-unknown', node, suggestion, name, `\`${sourceOf(of)}\` (${wordsOf(owner)})`);
    return any;
  }

  #index(node: Syntax & { op: '[]' | '[?]' }, owner: Type, bound: Readonly<Record<string, Type>>): Type {
    const [of, key] = node.args;
    const named = fieldOf(node);
    const keyType = this.type(key, bound);
    if (named && owner.kind === 'object') return this.#field(node, owner, of, named.name);
    if (owner.kind === 'list') {
      this.#expect(key, keyType, ['number'], 'The index of a list');
      return owner.of;
    }
    if (owner.kind === 'map' || owner.kind === 'object') this.#expect(key, keyType, ['text'], 'The key of a map');
    else this.#expect(of, owner, ['list', 'map'], 'The index operator []');
    return owner.kind === 'map' ? owner.of : any;
  }

  #method(
    node: Syntax,
    name: string,
    receiver: Syntax,
    args: readonly Syntax[],
    bound: Readonly<Record<string, Type>>,
  ): Type {
    const [item, body] = args;
    if (!isMacro(name, args) || item?.op !== 'id' || !body) return this.#call(node, name, [receiver, ...args], bound);

    const over = this.type(receiver, bound);
    this.#expect(receiver, over, ['list', 'map', 'object'], `The macro ${name}()`);
    const each = over.kind === 'list' ? over.of : over.kind === 'any' ? any : text;
    const result = this.type(body, { ...bound, [item.args]: each });
    if (name === 'map') return listType(result);
    this.#expect(body, result, ['bool'], `The macro ${name}()`);
    return name === 'filter' ? listType(each) : bool;
  }

  #call(node: Syntax, name: string, args: readonly Syntax[], bound: Readonly<Record<string, Type>>): Type {
    if (name === 'has') return this.#has(node, args, bound);
    const signature = Object.hasOwn(signatures, name) ? signatures[name] : undefined;
    const types = args.map((arg) => this.type(arg, bound));
    if (!signature) {
      this.#refuse('cel-function-unknown', node, didYouMean(name, Object.keys(signatures)), name);
      return any;
    }
    const { takes, also = [], many, gives } = signature;
    if (many ? args.length < takes.length : args.length !== takes.length) {
      const amount = `${takes.length} ${takes.length === 1 ? 'argument' : 'arguments'}`;
      this.#refuse('cel-arguments', node, undefined, name, `${many ? 'at least ' : ''}${amount}`, String(args.length));
      return gives;
    }
    for (const [index, arg] of args.entries()) {
      const wanted = takes[Math.min(index, takes.length - 1)] ?? 'any';
      this.#expect(arg, types[index] ?? any, wanted === 'any' ? ['any'] : [wanted, ...also], `${name}()`);
    }
    if (readsCatalog.has(name)) return this.#catalog(args[0], name, gives);
    return name === 'distinct' ? (types[0] ?? any) : gives;
  }

  #has(node: Syntax, args: readonly Syntax[], bound: Readonly<Record<string, Type>>): Type {
    const [first] = args;
    const tested = args.length === 1 && first ? fieldOf(first) : undefined;
    if (tested && first) this.type(first, bound);
    else
      this.#refuse(
        'cel-arguments',
        node,
        undefined,
        'has',
        'one field, such as `has(request.n)`',
        `\`${sourceOf(node)}\``,
      );
    return bool;
  }

  #catalog(id: Syntax | undefined, name: string, gives: Type): Type {
    if (id?.op !== 'value' || typeof id.args !== 'string') {
      if (id)
        this.#refuse(
          'cel-type',
          id,
          undefined,
          `The first argument of ${name}()`,
          'a catalog id as a string literal',
          `\`${sourceOf(id)}\``,
        );
      return gives;
    }
    this.catalogsRead.add(id.args);
    const entry = this.#scope.catalogs.get(id.args);
    if (!entry) this.#refuse('catalog-unknown', id, didYouMean(id.args, this.#scope.catalogs.keys()), id.args);
    return name === 'catalog' ? (entry ?? any) : gives;
  }

  #binary(node: Syntax, op: string, left: Syntax, right: Syntax, of: (node: Syntax) => Type): Type {
    const [a, b] = [of(left), of(right)];
    const where = `The operator ${op}`;
    if (op === '&&' || op === '||') {
      this.#expect(left, a, ['bool'], where);
      this.#expect(right, b, ['bool'], where);
      return bool;
    }
    if (op === 'in') {
      this.#expect(right, b, ['list', 'map', 'object'], where);
      return bool;
    }
    if (op === '==' || op === '!=') {
      if (!comparable(a, b))
        this.#refuse(
          'cel-type',
          node,
          undefined,
          where,
          'two values of the same type',
          `${wordsOf(a)} and ${wordsOf(b)}`,
        );
      return bool;
    }
    const kinds: Type['kind'][] =
      op === '+'
        ? ['number', 'text', 'list']
        : op.startsWith('<') || op.startsWith('>')
          ? ['number', 'text']
          : ['number'];
    this.#expect(left, a, kinds, where);
    // The right side follows the left one where its type is known.
    this.#expect(right, b, kinds.includes(a.kind) ? [a.kind] : kinds, where);
    if (kinds.length === 2) return bool;
    return a.kind === 'any' ? (op === '+' ? b : number) : kinds.includes(a.kind) ? a : any;
  }

  #expect(node: Syntax, actual: Type, kinds: readonly Type['kind'][], where: string): void {
    if (actual.kind === 'any' || kinds.includes('any') || kinds.includes(actual.kind)) return;
    const expected = [...new Set(kinds.map((kind) => wordsOf({ kind } as Type)))].join(' or ');
    this.#refuse('cel-type', node, undefined, where, expected, wordsOf(actual));
  }
}

function comparable(a: Type, b: Type): boolean {
  const loose: Type['kind'][] = ['any', 'null'];
  if (loose.includes(a.kind) || loose.includes(b.kind)) return true;
  const group = (type: Type): string => (type.kind === 'object' ? 'map' : type.kind);
  return group(a) === group(b);
}

function isDecimalLiteral(source: string): boolean {
  return /^\d+(\.\d+)?(e[+-]?\d+)?$/i.test(source);
}

function sourceOf(node: Syntax): string {
  return node.input.slice(node.start, node.end);
}
