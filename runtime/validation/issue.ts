/** A rule that a request breaks. `path` leads to the offending field from the root of the body, query or params. */
export interface Issue {
  readonly path: readonly (string | number)[];
  /** Id of the broken rule in the specification. */
  readonly rule: string;
  readonly message: string;
  /** Id of the error to answer with, where it differs from the operation's usual one. */
  readonly error?: string;
  /** Further fields of the answer. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** Either the value with defaults filled in, or every issue at once. */
export type Validation<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/** A straight-line validator emitted from a schema. It never changes its input. */
export type Validator<T> = (input: unknown) => Validation<T>;
