/** The plain values that contracts are made of. */

/** Tells how a value follows from the documents, and so whether a deployment must follow it. */
export type Status = 'stated' | 'derived' | 'assumed' | 'conflict' | 'unknown';

/** `must` may fail a deployment, `info` is reported, `none` is never asserted. */
export type Tier = 'must' | 'info' | 'none';

/** Where something came from: statement ids of the documents and the status they give it. */
export interface Provenance {
  readonly from: readonly string[];
  readonly status: Status;
}

/** A JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A plain JSON Schema 2020-12 value; `$ref` is always `#/schemas/<Name>` and is resolved within the same host view. */
export type JsonSchema = { readonly [keyword: string]: Json };

/**
 * A CEL expression as a tree of plain JSON.
 *
 * Numbers are exact decimals and are kept as their source text (`"0.02625"`); every numeric
 * operation is exact, so `1 / 4` is a quarter. `name` of a `macro` is `all`, `exists`, `map` or `filter`.
 */
export type Expression =
  | { readonly op: 'number'; readonly value: string }
  | { readonly op: 'string'; readonly value: string }
  | { readonly op: 'bool'; readonly value: boolean }
  | { readonly op: 'null' }
  | { readonly op: 'variable'; readonly name: string }
  | { readonly op: 'field'; readonly of: Expression; readonly name: string }
  | { readonly op: 'index'; readonly of: Expression; readonly key: Expression }
  | { readonly op: 'has'; readonly of: Expression; readonly name: string }
  | { readonly op: 'call'; readonly name: string; readonly args: readonly Expression[] }
  | { readonly op: 'binary'; readonly name: BinaryName; readonly left: Expression; readonly right: Expression }
  | { readonly op: 'not' | 'negate'; readonly value: Expression }
  | { readonly op: 'if'; readonly test: Expression; readonly then: Expression; readonly otherwise: Expression }
  | { readonly op: 'list'; readonly items: readonly Expression[] }
  | { readonly op: 'map'; readonly entries: readonly (readonly [Expression, Expression])[] }
  | {
      readonly op: 'macro';
      readonly name: 'all' | 'exists' | 'map' | 'filter';
      readonly of: Expression;
      readonly item: string;
      readonly body: Expression;
    };

/** The binary operators of CEL. */
export type BinaryName = '+' | '-' | '*' | '/' | '%' | '==' | '!=' | '<' | '<=' | '>' | '>=' | '&&' | '||' | 'in';

/** A CEL text together with its tree. */
export interface Formula {
  readonly text: string;
  readonly tree: Expression;
}
