import Fraction from 'fraction.js';
import { evaluate } from '../../../cel/evaluate.ts';
import type { Value } from '../../../cel/values.ts';
import type { Expression, Formula } from '../../../model/types.ts';

/** The meaning of the names in a formula. */
export interface Meaning {
  readonly inputs: Readonly<Record<string, Formula>>;
  readonly constants: Readonly<Record<string, Value>>;
  /** A word that tells a catalog from its namesake with other entries. */
  catalog(id: string): string;
}

/** A sum of products: coefficients by the factors they stand before. */
type Polynomial = ReadonlyMap<string, Fraction>;

const one = '';

/** A text that two formulas share only if they give the same amount for every call. */
export function normalForm(tree: Expression, meaning: Meaning): string {
  return written(new Normal(meaning).number(tree));
}

/** Brings formulas to one form: numbers to polynomials, everything else to a text. */
export class Normal {
  readonly #meaning: Meaning;
  readonly #known = new Map<string, Polynomial>();

  constructor(meaning: Meaning) {
    this.#meaning = meaning;
  }

  /** A formula whose value is a number. */
  number(tree: Expression): Polynomial {
    if (tree.op === 'number') return constant(new Fraction(numberText(tree.value)));
    if (tree.op === 'variable') return this.#variable(tree.name);
    if (tree.op === 'negate') return scaled(this.number(tree.value), new Fraction(-1));
    if (tree.op === 'binary') return this.#binary(tree);
    if (tree.op === 'call') return this.#call(tree);
    if (tree.op === 'if') {
      const [test, yes, no] = [this.text(tree.test), this.number(tree.then), this.number(tree.otherwise)];
      return written(yes) === written(no) ? yes : atom(`if(${test},${written(yes)},${written(no)})`);
    }
    return atom(this.text(tree));
  }

  #variable(name: string): Polynomial {
    const fixed = this.#meaning.constants[name];
    if (fixed instanceof Fraction) return constant(fixed);
    const input = this.#meaning.inputs[name];
    if (!input) return atom(name);
    const known = this.#known.get(name) ?? this.number(input.tree);
    this.#known.set(name, known);
    return known;
  }

  #binary(tree: Expression & { readonly op: 'binary' }): Polynomial {
    const [left, right] = [tree.left, tree.right];
    switch (tree.name) {
      case '+':
        return sum(this.number(left), this.number(right));
      case '-':
        return sum(this.number(left), scaled(this.number(right), new Fraction(-1)));
      case '*':
        return product(this.number(left), this.number(right));
      case '/': {
        const by = this.number(right);
        const whole = by.size === 1 ? by.get(one) : undefined;
        if (whole && !whole.equals(0)) return scaled(this.number(left), whole.inverse());
        return product(this.number(left), atom(`inverse(${written(by)})`));
      }
      default:
        return atom(this.text(tree));
    }
  }

  #call(tree: Expression & { readonly op: 'call' }): Polynomial {
    const { name, args } = tree;
    if (name === 'min' || name === 'max') {
      const parts = args.flatMap((arg) => (arg.op === 'call' && arg.name === name ? arg.args : [arg]));
      if (parts.some(({ op }) => op === 'list' || op === 'macro')) return atom(this.text(tree));
      const texts = [...new Set(parts.map((part) => written(this.number(part))))].sort();
      return texts.length === 1 && parts[0] ? this.number(parts[0]) : atom(`${name}(${texts.join()})`);
    }
    if (['ceil', 'floor', 'round', 'abs'].includes(name) && args[0] && args.length === 1) {
      const inner = this.number(args[0]);
      const known = inner.size === 0 ? new Fraction(0) : inner.size === 1 ? inner.get(one) : undefined;
      return known ? constant(evaluated(name, known)) : atom(`${name}(${written(inner)})`);
    }
    return atom(this.text(tree));
  }

  /** Any expression as a text, with the sides of what has no order sorted. */
  text(tree: Expression): string {
    switch (tree.op) {
      case 'variable': {
        const input = this.#meaning.inputs[tree.name];
        return input ? this.text(input.tree) : written(this.#variable(tree.name));
      }
      case 'number':
        return written(this.number(tree));
      case 'binary':
        return this.#operator(tree);
      case 'not':
        return tree.value.op === 'not' ? this.text(tree.value.value) : `!${this.text(tree.value)}`;
      case 'call': {
        const [first] = tree.args;
        const table = first?.op === 'string' && /^(catalog|known|catalog_keys)$/.test(tree.name);
        const mark = table && first?.op === 'string' ? this.#meaning.catalog(first.value) : '';
        return `${tree.name}${mark}(${tree.args.map((arg) => this.text(arg)).join()})`;
      }
      case 'index':
        // `a["b"]` and `a.b` read the same.
        return tree.key.op === 'string'
          ? `${this.text(tree.of)}.${tree.key.value}`
          : `${this.text(tree.of)}[${this.text(tree.key)}]`;
      case 'field':
        return `${this.text(tree.of)}.${tree.name}`;
      default:
        return this.#whole(tree);
    }
  }

  #operator(tree: Expression & { readonly op: 'binary' }): string {
    const numeric = ['-', '*', '/'].includes(tree.name);
    if (numeric) return `(${written(this.number(tree))})`;
    if (tree.name === '&&' || tree.name === '||') {
      const sides = [this.text(tree.left), this.text(tree.right)];
      return `(${sides.sort().join(tree.name)})`;
    }
    return this.comparison(tree);
  }

  /** A comparison as a text that does not depend on which side is written first. */
  comparison({ name, left, right }: Expression & { readonly op: 'binary' }): string {
    if (name === '>' || name === '>=')
      return this.comparison({ op: 'binary', name: name === '>' ? '<' : '<=', left: right, right: left });
    if (name === '<' || name === '<=') {
      const difference = sum(this.number(left), scaled(this.number(right), new Fraction(-1)));
      return `(${written(reduced(difference))}${name}0)`;
    }
    const sides = [this.text(left), this.text(right)];
    return `(${(name === '==' || name === '!=' ? sides.sort() : sides).join(` ${name} `)})`;
  }

  #whole(tree: Expression): string {
    return JSON.stringify(tree, (key, value) => {
      const inner = typeof value === 'object' && value !== null && 'op' in value && key !== '' && value.op !== tree.op;
      return inner ? this.text(value as Expression) : value;
    });
  }
}

function numberText(value: string): string {
  const digits = evaluate({ op: 'number', value }, { variables: {}, entry: () => undefined, keys: () => [] });
  return digits instanceof Fraction ? digits.toFraction() : value;
}

function evaluated(name: string, value: Fraction): Fraction {
  const found =
    name === 'ceil' ? value.ceil() : name === 'floor' ? value.floor() : name === 'abs' ? value.abs() : undefined;
  return found ?? value.add(new Fraction(1, 2)).floor();
}

/** A polynomial divided by the size of its first coefficient, which does not change its sign. */
function reduced(polynomial: Polynomial): Polynomial {
  const [first] = [...polynomial.keys()].filter((factors) => factors !== one).sort();
  const by = first === undefined ? undefined : polynomial.get(first);
  return by ? scaled(polynomial, by.abs().inverse()) : polynomial;
}

function constant(value: Fraction): Polynomial {
  return new Map(value.equals(0) ? [] : [[one, value]]);
}

function atom(name: string): Polynomial {
  return new Map([[JSON.stringify([name]), new Fraction(1)]]);
}

function sum(a: Polynomial, b: Polynomial): Polynomial {
  const total = new Map(a);
  for (const [factors, by] of b) {
    const value = by.add(total.get(factors) ?? 0);
    if (value.equals(0)) total.delete(factors);
    else total.set(factors, value);
  }
  return total;
}

function scaled(polynomial: Polynomial, by: Fraction): Polynomial {
  if (by.equals(0)) return new Map();
  return new Map([...polynomial].map(([factors, value]) => [factors, value.mul(by)]));
}

function product(a: Polynomial, b: Polynomial): Polynomial {
  let total: Polynomial = new Map();
  for (const [one, x] of a) {
    for (const [other, y] of b) total = sum(total, new Map([[joined(one, other), x.mul(y)]]));
  }
  return total;
}

function joined(a: string, b: string): string {
  const factors: string[] = [...(a === one ? [] : JSON.parse(a)), ...(b === one ? [] : JSON.parse(b))];
  return factors.length === 0 ? one : JSON.stringify(factors.sort());
}

function written(polynomial: Polynomial): string {
  return [...polynomial]
    .map(([factors, by]) => `${by.toFraction()}${factors}`)
    .sort()
    .join('+');
}
