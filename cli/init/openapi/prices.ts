/** Prices of operations: those that the user names, then those of the description. */

import { parseUsd } from '@tollwright/runtime/money/usd';
import { suggest } from '#conformance/common/usage-error.ts';
import type { Part } from '#generators/compare/openapi/part.ts';
import type { Json, JsonSchema } from '#generators/model/types.ts';
import { UsageError } from '../../failure.ts';
import { kebabCase } from './names.ts';

/** Prices that the user names: for every operation, and for a tag or an operation by its id. */
export interface NamedPrices {
  readonly usual?: string;
  readonly byName: ReadonlyMap<string, string>;
}

/** Reads `--price` options: `0.01`, or `search=0.005` for a tag or an operation. */
export function readPrices(options: readonly string[]): NamedPrices {
  let usual: string | undefined;
  const byName = new Map<string, string>();
  for (const option of options) {
    const [, name, amount = ''] = /^(?:([^=]+)=)?([^=]*)$/.exec(option) ?? [];
    requireAmount(amount, option);
    if (name === undefined) usual = amount;
    else byName.set(kebabCase(name), amount);
  }
  return { ...(usual !== undefined && { usual }), byName };
}

function requireAmount(amount: string, option: string): void {
  const micro = parseUsd(amount);
  if (micro !== undefined && micro >= 0n) return;
  throw new UsageError(
    `"${option}" is no price. Expected USD with at most six decimals, as in --price 0.01 or --price search=0.005; 0 is free.`,
  );
}

/** An operation that may have a price. */
export interface PricedOperation {
  readonly id: string;
  readonly tags: readonly string[];
  readonly source: Part;
}

/** A price that was read off a running seller, as its file has it. */
export interface FittedPrice {
  readonly summary: string;
  readonly inputs: Readonly<Record<string, string>>;
  readonly formula: string;
  readonly breakdown: Readonly<Record<string, string>>;
}

/** Finds the price of each operation in USD; `0` for one that is free. Throws `UsageError` where one has none. */
export class Prices {
  readonly #named: NamedPrices;
  readonly #fitted: ReadonlyMap<string, FittedPrice>;
  readonly #used = new Set<string>();
  /** Content of each price by its id. */
  readonly #contents = new Map<string, Json>();

  /** `fitted` are prices by the id of their operation. */
  constructor(named: NamedPrices, fitted: ReadonlyMap<string, FittedPrice> = new Map()) {
    this.#named = named;
    this.#fitted = fitted;
  }

  /** The id of the price of an operation; `undefined` where calls of it are free. */
  idFor({ id, tags, source }: PricedOperation): string | undefined {
    const name = [id, ...tags.map(kebabCase)].find((each) => this.#named.byName.has(each));
    if (name !== undefined) this.#used.add(name);
    const own = name === undefined ? undefined : this.#named.byName.get(name);
    const fitted = own === undefined ? this.#fitted.get(id) : undefined;
    const amount = own ?? fitted?.formula ?? describedPrice(source) ?? this.#named.usual;
    if (amount === undefined)
      throw new UsageError(
        `The operation ${id} has no price. Name one for every call with --price, as in --price 0.01.`,
      );
    if (parseUsd(amount) === 0n) return undefined;
    if (fitted) return this.#idOf({ ...fitted, status: 'assumed' }, amount, id);
    const summary = 'One price for each call';
    return this.#idOf({ summary, inputs: {}, formula: amount, breakdown: { call: amount } }, amount, id);
  }

  /** The id of a price with this content, which gets one where it is new. */
  #idOf(content: JsonSchema, formula: string, operation: string): string {
    const text = JSON.stringify(content);
    const known = [...this.#contents].find(([, each]) => JSON.stringify(each) === text)?.[0];
    if (known !== undefined) return known;
    const usual = this.#contents.size === 0 ? 'call' : `call-${formula.replace('.', '-')}`;
    const isOwn = parseUsd(formula) === undefined || this.#contents.has(usual);
    const given = isOwn ? `${operation}-price` : usual;
    this.#contents.set(given, content);
    return given;
  }

  /** Throws `UsageError` for a name that is neither a tag nor an operation. */
  requireUsed(known: readonly string[]): void {
    const unused = [...this.#named.byName.keys()].find((name) => !this.#used.has(name));
    if (unused !== undefined)
      throw new UsageError(`No tag and no operation of the description is "${unused}".${suggest(unused, known)}`);
  }

  /** Price files by id. */
  files(from: string): readonly (readonly [string, Json])[] {
    const rounding = { mode: 'half-up', status: 'assumed' };
    return [...this.#contents].map(([price, content]) => [
      price,
      { price, kind: 'quoted', from, ...Object(content), rounding },
    ]);
  }
}

/** The fixed price of `x-payment-info`; where that has bounds, the upper one. */
function describedPrice(source: Part): string | undefined {
  const info = source.get('x-payment-info');
  const price = info.get('price');
  const stated = [price.fields.amount, price.fields.max, price.value, info.fields.amount].find(
    (each) => typeof each === 'string' || typeof each === 'number',
  );
  const amount = String(stated ?? '').replace(/^\$/, '');
  return parseUsd(amount) === undefined ? undefined : amount;
}
